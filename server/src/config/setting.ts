import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isStorableEmail } from '@mandap/domain/session/email.ts'
import { MIN_PASSWORD_LENGTH, passwordLength } from '@mandap/domain/session/password.ts'
import { isWholePhone } from '@mandap/domain/super-admin/elevation.ts'

/** The value of `CLAMD` with which documents are not scanned. */
export const NOT_SCANNED = 'off'

/** Reads the text of a variable. Throws the end of the sentence "NAME must be …". */
export type Reader<T> = (text: string) => T

/** One environment variable. */
export interface Setting<T> {
  variable: string
  /** The default as text; `undefined` if an unset variable has its own meaning. */
  fallback: string | undefined
  meaning: string
  read: Reader<T>
  /** Whether the text may be in a file, which the variable with `_FILE` at its end names. */
  isSecret?: boolean
}

export const setting = <T>(
  variable: string,
  fallback: string,
  meaning: string,
  read: Reader<T>,
): Setting<T> => ({ variable, fallback, meaning, read })

export const optional = <T>(
  variable: string,
  meaning: string,
  read: Reader<T>,
): Setting<T | undefined> => ({
  variable,
  fallback: undefined,
  meaning,
  read,
})

/** A setting without a default that may be in a file. */
export const secret = <T>(
  variable: string,
  meaning: string,
  read: Reader<T>,
): Setting<T | undefined> => ({ ...optional(variable, meaning, read), isSecret: true })

/** Returns the content of a file with a secret, without the line break at its end. */
function secretIn(path: string): string {
  const content = contentOf(path)
  if (content === '') throw new Error(`in the file ${path}, which is empty`)
  return content
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code }: { code?: unknown } = Object(error)
    throw new Error(`in the file ${path}, which cannot be read: ${String(code)}`, { cause: error })
  }
}

export function text(written: string): string {
  return written
}

/** Reads an address to listen on. `localhost` may have two, and Fastify does not drain the connections of the second. */
export function host(written: string): string {
  return written === 'localhost' ? '127.0.0.1' : written
}

export function wholeNumber(least: number, most: number): Reader<number> {
  return (written) => {
    const number = Number(written)
    if (/^\d+$/.test(written) && number >= least && number <= most) return number
    throw new Error(`a whole number from ${least} to ${most}, not '${written}'`)
  }
}

/** Accepts a number of days that is not below `least`. `why` completes the sentence 'at least … days, because …'. */
export function days(least: number, why: string): Reader<number> {
  return (written) => {
    const number = Number(written)
    if (/^\d+$/.test(written) && number >= least && number <= MAX_DAYS) return number
    throw new Error(`from ${least} to ${MAX_DAYS} days, because ${why}, not '${written}'`)
  }
}

/** A hundred years. */
const MAX_DAYS = 36_500

export function oneOf<const T extends string>(...accepted: T[]): Reader<T> {
  return (written) => {
    const found = accepted.find((value) => value === written)
    if (found) return found
    throw new Error(`one of ${accepted.join(', ')}, not '${written}'`)
  }
}

/** Reads some of the values, joined by commas. */
export function someOf<const T extends string>(...accepted: T[]): Reader<readonly T[]> {
  return (written) =>
    written.split(',').flatMap((part) => {
      const name = part.trim()
      const found = accepted.find((value) => value === name)
      if (found) return [found]
      if (name === '') return []
      throw new Error(`some of ${accepted.join(', ')}, joined by commas, not '${name}'`)
    })
}

export function email(written: string): string {
  if (isStorableEmail(written)) return written
  throw new Error(`an e-mail address, not '${written}'`)
}

/** Accepts one address, alone or after a name, such as `Mandap <no-reply@office.example>`. */
export function sender(written: string): string {
  if (senderAddress(written) !== undefined) return written
  throw new Error(
    `one e-mail address, alone or as in Mandap <no-reply@office.example>, not '${written}'`,
  )
}

/** Returns the address of a sender; undefined if a mail program would read another one, or several. */
export function senderAddress(written: string): string | undefined {
  const [, name = '', address = written] = /^([^<>]*)<([^<>]*)>$/.exec(written) ?? []
  const isName = /^(?:"[^"\\]*"|[^"(),:;@[\]\\]*)$/.test(name.trim())
  return isName && isStorableEmail(address) ? address : undefined
}

/** A phone number that turns Super Admin on: for the administrator with this e-mail address, or for each. */
export interface AuthorisedNumber {
  number: string
  email?: string
}

// the error does not repeat the numbers, because they are personal
export function threeNumbers(written: string): readonly AuthorisedNumber[] {
  const numbers = written.split(',').map(authorisedNumber)
  const isDifferent = new Set(numbers.map(({ number }) => number)).size === numbers.length
  if (numbers.every(isAuthorised) && numbers.length === 3 && isDifferent) return numbers
  throw new Error(
    'three different phone numbers of 10 digits, joined by commas, each alone or with an e-mail address, such as 9811111111=name@office.example',
  )
}

function authorisedNumber(written: string): AuthorisedNumber {
  const [number = '', address] = written.split('=', 2).map((part) => part.trim())
  return address === undefined ? { number } : { number, email: address }
}

function isAuthorised({ number, email: address }: AuthorisedNumber): boolean {
  return isWholePhone(number) && (address === undefined || isStorableEmail(address))
}

export function password(written: string): string {
  if (passwordLength(written) >= MIN_PASSWORD_LENGTH) return written
  throw new Error(`${MIN_PASSWORD_LENGTH} characters or longer`)
}

export function file(written: string): string {
  const path = resolve(written)
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  throw new Error(`the path of a file, and ${path} is none`)
}

export function apiKey(written: string): string {
  if (/^[\x21-\x7e]{24,}$/.test(written)) return written
  throw new Error('24 or more letters, digits and signs, without spaces')
}

/** Accepts the address of clamd, or `off`. */
export function scanner(written: string): string {
  if (written === NOT_SCANNED || /^\/./.test(written)) return written
  const { hostname, port, pathname } = parsedTarget(written)
  if (hostname !== '' && port !== '' && pathname === '') return written
  throw new Error(`host:port of clamd, the path of its socket, or ${NOT_SCANNED}, not '${written}'`)
}

function parsedTarget(written: string) {
  const none = { hostname: '', port: '', pathname: '' }
  return /^[^\s/@?#]+$/.test(written) && URL.canParse(`tcp://${written}`)
    ? new URL(`tcp://${written}`)
    : none
}

// the error does not repeat the address, because it may contain a password
export function url(...protocols: string[]): Reader<string> {
  return (written) => {
    const parsed = URL.canParse(written) ? new URL(written) : undefined
    // `smtp:host` would be a path without a host, which the mail library sends to this machine
    const isWhole = parsed !== undefined && written.slice(parsed.protocol.length).startsWith('//')
    // PostgreSQL may be on a socket of this machine
    const hasHost = parsed?.hostname !== '' || parsed.protocol.startsWith('postgres')
    if (isWhole && hasHost && protocols.includes(parsed.protocol)) return written
    throw new Error(`an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  }
}

export function origin(written: string): string {
  const parsed = URL.canParse(written) ? new URL(written) : undefined
  const plain = parsed?.pathname === '/' && !parsed.search && !parsed.hash
  if (plain && /^https?:$/.test(parsed.protocol)) return parsed.origin
  throw new Error(`an address such as https://mandap.example without a path, not '${written}'`)
}

/** Reads an address with the placeholder `{url}` for another, encoded address. */
export function viewer(written: string): string {
  const address = written.replace('{url}', 'document')
  const parsed = URL.canParse(address) ? new URL(address) : undefined
  const before = written.split('{url}', 1)[0] ?? ''
  // `{url}` may be in the path or the query, not in the host name
  const isPlaced = URL.canParse(before) && new URL(before).origin === parsed?.origin
  if (isPlaced && address !== written && /^https?:$/.test(parsed.protocol)) return written
  throw new Error(`an address such as https://viewer.example/?src={url}, not '${written}'`)
}

export function origins(written: string): readonly string[] {
  return written.split(',').map((part) => origin(part.trim()))
}

export function proxies(written: string): boolean | string {
  if (written === 'true' || written === 'false') return written === 'true'
  if (written.split(',').every((part) => isNetwork(part.trim()))) return written
  throw new Error(`false, true, or addresses joined by commas, not '${written}'`)
}

/** Returns whether a text is an address or a network, such as `10.0.0.0/8`. */
function isNetwork(written: string): boolean {
  const [address = '', prefix, ...rest] = written.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

/** Returns a sentence for each variable that is not set, although `why` requires it. */
export function missing(why: string, required: Record<string, string | undefined>): string[] {
  return Object.entries(required)
    .filter(([, value]) => value === undefined)
    .map(([variable]) => `${variable} must be set with ${why}.`)
}

/** Returns the text of a setting, which for a secret may be in a file. */
export function writtenIn(
  env: NodeJS.ProcessEnv,
  { variable, isSecret }: Setting<unknown>,
): string {
  const written = env[variable]?.trim() ?? ''
  const path = (isSecret && env[`${variable}_FILE`]?.trim()) || ''
  if (path === '') return written
  if (written !== '') throw new Error(`unset, because ${variable}_FILE is set too`)
  return secretIn(path)
}
