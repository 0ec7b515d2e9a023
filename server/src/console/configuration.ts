import type { App } from '../http/app.ts'
import type { Config } from '../config/config.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'

/** `GET /config.json`, read by the console at start. Every field is optional to it. */
export function registerConfiguration(app: App, config: Config) {
  const answer = consoleConfiguration(config)
  app.get('/config.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(answer),
  )
}

/** `host` is where calls go, '' for the origin itself; `key` is public and goes with identity calls. */
function consoleConfiguration(config: Config) {
  const firebase = config.identity === 'firebase'
  const identityHost = firebase ? 'https://' : '/'
  return {
    host: '',
    kind: 'mandap',
    identity: {
      signInUrl: `${identityHost}identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`,
      resetUrl: `${identityHost}identitytoolkit.googleapis.com/v1/accounts:sendOobCode`,
      refreshUrl: `${identityHost}securetoken.googleapis.com/v1/token`,
      key: (firebase && config.firebaseApiKey) || WEB_API_KEY,
    },
    idleMinutes: config.idleMinutes,
    viewers: { office: config.officeViewer, pdf: config.pdfViewer },
    documentOrigins: config.documentOrigins ?? [],
  }
}
