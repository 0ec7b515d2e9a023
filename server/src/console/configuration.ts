import type { App } from '../http/app.ts'
import type { Config } from '../config/config.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'
import { relyingPartyOf } from '../second-factor/webauthn.ts'

/** Handles `GET /config.json`. Our own page contains the same; the console of another site requests it. */
export function registerConfiguration(app: App, config: Config) {
  const answer = consoleConfiguration(config)
  app.get('/config.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(answer),
  )
}

/**
 * Returns the configuration of the console, for which every field is optional. `host` is the address of the calls, ''
 * for the same origin; `key` is the public key of identity calls.
 */
export function consoleConfiguration(config: Config) {
  const firebase = config.identity === 'firebase'
  const secondFactor = !firebase && config.secondFactor !== 'off'
  const identityHost = firebase ? 'https://' : '/'
  return {
    host: '',
    kind: 'mandap',
    identity: {
      signInUrl: `${identityHost}identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`,
      resetUrl: `${identityHost}identitytoolkit.googleapis.com/v1/accounts:sendOobCode`,
      refreshUrl: `${identityHost}securetoken.googleapis.com/v1/token`,
      key: (firebase && config.firebaseApiKey) || WEB_API_KEY,
      // passwords of a Firebase project are changed there, and nobody is invited here
      account: !firebase,
      // roles and sessions are here in any case; said only where `account` does not, because the page has few bytes left
      ...(firebase && { administrators: true }),
      secondFactor,
      // where browsers have passkeys for this server
      passkeyOrigin: secondFactor ? relyingPartyOf(config.publicUrl)?.origin : undefined,
    },
    idleMinutes: config.idleMinutes,
    viewers: { office: config.officeViewer, pdf: config.pdfViewer },
    documentOrigins: config.documentOrigins ?? [],
  }
}
