import { onTestFinished } from 'vitest'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport } from '@mandap/client/transport.ts'
import { configFrom, setConfig } from '../src/features/client/config.ts'
import { elevation } from '../src/features/session/current-elevation.ts'
import { session } from '../src/features/session/current.ts'
import { AppRoutes } from '../src/app/routes.tsx'
import { showToast } from '../src/ui/Toast.tsx'
import { render } from './render.tsx'
import type { HostKind, ScriptedHost } from './scripted-host.ts'

export const ADMINISTRATOR = { email: 'asha@mandap.example', password: 'marigold and jasmine' }

/** A JWT without claims. Each call reads them, and a token that is no JWT throws an error, which takes longer. */
const TOKEN = 'token.e30.'

let current: ScriptedHost | null = null
const transports = new WeakMap<ScriptedHost, Transport>()

/** Returns the transport of the host on which the console is open: the layout makes its client once a page. */
function transportNow(tokens: SessionTokens): Transport {
  if (current === null) throw new Error('The console is not open.')
  const transport = transports.get(current) ?? current.transport(tokens)
  transports.set(current, transport)
  return transport
}

function configure(kind: HostKind, identity: object) {
  const config = configFrom({ kind, identity })
  setConfig({
    ...config,
    identity: {
      ...config.identity,
      fetch: (...request) => current?.fetch(...request) ?? fetch(...request),
    },
    transport: (tokens) => ({
      send: (request, signal) => transportNow(tokens).send(request, signal),
      refresh: () => transportNow(tokens).refresh(),
      watch: (changed) => transportNow(tokens).watch(changed),
      follow: current?.follow,
    }),
    retryDelay: 0,
  })
}

interface Opening {
  signedOut?: boolean
  superAdmin?: boolean
  /** The field of `/config.json`. */
  identity?: object
}

/** Opens the console at a URL until the test ends, with a session unless it is `signedOut`. */
export function openConsole(
  host: ScriptedHost,
  path: string,
  { signedOut = false, superAdmin = false, identity = {} }: Opening = {},
): void {
  current = host
  configure(host.kind, identity)
  if (!signedOut) session.signIn({ idToken: TOKEN, email: ADMINISTRATOR.email })
  if (superAdmin) elevation.begin({ grant: 'grant', expiresAt: null })
  onTestFinished(() => {
    session.signOut('logout')
    localStorage.clear()
    sessionStorage.clear()
    // replaces a message that would be read by the next test
    showToast('success', '')
  })
  render(<AppRoutes />, path)
}
