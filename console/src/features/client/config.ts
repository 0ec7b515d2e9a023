import { ApiError } from '@mandap/client/api-error.ts'
import type { Capabilities } from '@mandap/client/capabilities.ts'
import { jsonOf, request } from '@mandap/client/http.ts'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport } from '@mandap/client/transport.ts'
import { IDLE_MINUTES } from '@mandap/domain/session/idle.ts'
import { isWholePhone } from '@mandap/domain/super-admin/elevation.ts'

/** The kinds of host. `demo` answers in the browser and needs a separate build. */
type Kind = 'mandap' | 'plain' | 'demo'

const KINDS: [Kind, ...Kind[]] =
  import.meta.env.MODE === 'demo' ? ['mandap', 'plain', 'demo'] : ['mandap', 'plain']

/** The settings in `/config.json`. Every field of the file is optional. */
export interface Config {
  /** The base URL of the calls of §7, without a trailing slash. '' is the origin of the console. */
  host: string
  /** `plain` answers only the calls of §7, `mandap` is our own server, and `demo` needs no server. */
  kind: Kind
  identity: {
    signInUrl: string
    resetUrl: string
    /** `''` if the identity service renews no sessions. */
    refreshUrl: string
    key: string
    /** The origin of the pages that can use passkeys; null if the identity service has none. */
    passkeyOrigin: string | null
    /** Answers the identity calls in the demonstration, which has no server. */
    fetch?: typeof fetch | undefined
  }
  /** Sent as `api-key` with the approved-partner list (§7). */
  apiKey: string | null
  /** The allow-list of §5.1. Our own server has its own list and ignores this one. */
  superAdminNumbers: readonly string[]
  /** Minutes without activity after which the session ends (§2.17). */
  idleMinutes: number
  /** URLs of external document viewers (§2.10) by kind of file, with a `{url}` placeholder; null for none. */
  viewers: { office: string | null; pdf: string | null }
  /**
   * Other origins from which the server's Content-Security-Policy allows documents. Null when the host does not
   * send them, because another server sets the policy.
   */
  documentOrigins: readonly string[] | null
  /** What the host supports, by its kind. A hosted identity service keeps the passwords itself. */
  capabilities: Capabilities
  /** Replaces the transport of the kind of host in tests. */
  transport?: ((tokens: SessionTokens) => Transport) | undefined
  /** Milliseconds before a failed read is repeated. By default the growing delay of TanStack Query. */
  retryDelay?: number | undefined
}

/**
 * The viewer of Office files on a plain host (§2.10), whose documents have public URLs. Documents of our own
 * server are private, so a viewer for them must be configured.
 */
const OFFICE_VIEWER = 'https://view.officeapps.live.com/op/embed.aspx?src={url}'

/** A field of `/config.json` is invalid. The message names the field. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

let current: Config | undefined

/** Returns the configuration. Call it after `loadConfig` or `setConfig`. */
export function config(): Config {
  if (!current) throw new ConfigError('The configuration was used before it was read.')
  return current
}

/** Sets the configuration of this page. */
export function setConfig(next: Config): void {
  current = next
}

/** Returns the absolute URL of a link in an answer. A link without an origin belongs to the host. */
export function addressOf(link: string): string {
  return link.startsWith('/') ? `${config().host}${link}` : link
}

/** Reads the configuration in the page, or `/config.json`. Uses the defaults if neither exists. */
export async function loadConfig(): Promise<void> {
  const loaded = configFrom(inPage() ?? (await configJson()))
  // first, because the chunk of the demonstration also contains modules that read the configuration
  setConfig(loaded)
  if (import.meta.env.MODE === 'demo') {
    const { demoIdentity } = await import('@mandap/adapter/demo-identity.ts')
    loaded.identity.fetch = demoIdentity()
  }
}

/** Returns the configuration that our own server writes into the page. */
function inPage(): unknown {
  const json = document.getElementById('config')?.textContent
  return json === undefined ? undefined : JSON.parse(json)
}

async function configJson(): Promise<unknown> {
  const call = 'GET /config.json'
  try {
    const answer = await request({
      method: 'GET',
      url: `${import.meta.env.BASE_URL}config.json`,
      call,
      timeout: 15_000,
      // index.html preloads it
      cache: 'default',
    })
    // a server of static files answers an unknown path with index.html
    return answer.type.startsWith('text/html') ? {} : jsonOf(answer, call)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.kind === 'malformed') throw new ConfigError('/config.json is not valid JSON.')
    const { status } = error.details
    if (status === 404) return {}
    throw status === undefined ? error : new ConfigError(`/config.json answered ${status}.`)
  }
}

const ONLY_SECTION_7: Capabilities = {
  auditLog: false,
  restore: false,
  elevationExpiry: false,
  sessionEnd: false,
  administrators: false,
  passwords: false,
  documentLinks: false,
  personalData: false,
  secondFactor: false,
  storageKey: false,
  versions: false,
  liveChanges: false,
}

const CAPABILITIES: Record<Kind, Capabilities> = {
  mandap: {
    auditLog: true,
    restore: true,
    elevationExpiry: true,
    sessionEnd: true,
    administrators: true,
    passwords: true,
    documentLinks: true,
    personalData: true,
    secondFactor: true,
    storageKey: true,
    versions: true,
    liveChanges: true,
  },
  plain: ONLY_SECTION_7,
  // the condition removes the demonstration from other builds
  demo:
    import.meta.env.MODE === 'demo'
      ? { ...ONLY_SECTION_7, versions: true, liveChanges: true }
      : ONLY_SECTION_7,
}

/** Validates the content of `/config.json` and fills in defaults. Throws `ConfigError`. */
export function configFrom(json: unknown): Config {
  const given = record(json, 'its content')
  const host = text(given['host'], 'host', '').replace(/\/{1,9}$/, '')
  const identity = record(given['identity'], 'identity')
  const viewers = record(given['viewers'], 'viewers')
  const kind = oneOf(given['kind'], 'kind', KINDS)
  // reserved: the kind alone decides what a host supports, but an invalid value is an error
  texts(given['capabilities'], 'capabilities')
  return {
    host,
    kind,
    identity: {
      signInUrl: text(
        identity['signInUrl'],
        'identity.signInUrl',
        `${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`,
      ),
      resetUrl: text(
        identity['resetUrl'],
        'identity.resetUrl',
        `${host}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode`,
      ),
      // the tokens of another service are not sent to the host
      refreshUrl: text(
        identity['refreshUrl'],
        'identity.refreshUrl',
        identity['signInUrl'] ? '' : `${host}/securetoken.googleapis.com/v1/token`,
      ),
      key: text(identity['key'], 'identity.key', 'mandap'),
      passkeyOrigin: text(identity['passkeyOrigin'], 'identity.passkeyOrigin', '') || null,
    },
    apiKey: text(given['apiKey'], 'apiKey', '') || null,
    superAdminNumbers: phoneNumbers(given['superAdminNumbers']),
    idleMinutes: minutes(given['idleMinutes'], 'idleMinutes', IDLE_MINUTES),
    viewers: {
      office: viewer(viewers['office'], 'viewers.office', kind === 'plain' ? OFFICE_VIEWER : null),
      pdf: viewer(viewers['pdf'], 'viewers.pdf', null),
    },
    documentOrigins: optionalTexts(given['documentOrigins'], 'documentOrigins'),
    capabilities: withIdentity(CAPABILITIES[kind], identity),
  }
}

/**
 * Returns the capabilities without those that the identity service does not have. Without `identity.administrators`, a host
 * that keeps no passwords keeps no administrators: this was the meaning of `identity.account` alone.
 */
function withIdentity(capabilities: Capabilities, identity: Record<string, unknown>): Capabilities {
  const hasPasswords = flag(identity['account'], 'identity.account', true)
  const hasAdministrators = flag(
    identity['administrators'],
    'identity.administrators',
    hasPasswords,
  )
  const hasFactors = flag(identity['secondFactor'], 'identity.secondFactor', true)
  const administrators = capabilities.administrators && hasAdministrators
  const passwords = administrators && capabilities.passwords && hasPasswords
  const secondFactor = passwords && capabilities.secondFactor && hasFactors
  return { ...capabilities, administrators, passwords, secondFactor }
}

function flag(value: unknown, field: string, absent: boolean): boolean {
  const is = value ?? absent
  if (typeof is !== 'boolean') throw wrong(field, 'true or false')
  return is
}

function record(value: unknown, field: string): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(field, 'an object')
  return value as Record<string, unknown>
}

function text(value: unknown, field: string, absent: string): string {
  if (value === undefined || value === null) return absent
  if (typeof value !== 'string') throw wrong(field, 'text')
  return value
}

function texts(value: unknown, field: string): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw wrong(field, 'a list of texts')
  }
  return value
}

function optionalTexts(value: unknown, field: string): string[] | null {
  return value === undefined || value === null ? null : texts(value, field)
}

function oneOf<Option extends string>(
  value: unknown,
  field: string,
  choices: [Option, ...Option[]],
) {
  if (value === undefined || value === null) return choices[0]
  const choice = choices.find((one) => one === value)
  if (!choice) throw wrong(field, `one of ${choices.map((one) => `"${one}"`).join(', ')}`)
  return choice
}

function minutes(value: unknown, field: string, absent: number): number {
  if (value === undefined || value === null) return absent
  if (typeof value !== 'number' || !(value > 0)) throw wrong(field, 'a number of minutes above 0')
  return value
}

function phoneNumbers(value: unknown): string[] {
  const numbers = texts(value, 'superAdminNumbers')
  if (!numbers.every(isWholePhone)) {
    throw wrong('superAdminNumbers', 'a list of phone numbers of 10 digits')
  }
  return numbers
}

function viewer(value: unknown, field: string, absent: string | null): string | null {
  if (value === undefined) return absent
  if (value === null) return null
  const address = text(value, field, '')
  if (!address.includes('{url}')) throw wrong(field, 'an address with {url} in it')
  return address
}

function wrong(field: string, expected: string) {
  return new ConfigError(`/config.json: ${field} must be ${expected}.`)
}
