import { lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { webAddress } from '@mandap/domain/verification/document-address.ts'
import { isPlainHttp } from '../config/unencrypted.ts'
import { whyUnreachable } from '../network/unreachable.ts'

/** A file that another server sends. Its stream fails with a `RemoteFileError`. */
export interface RemoteFile {
  stream: Readable
  /** The media type that the server sends, `''` for none. */
  type: string
}

/** Thrown if a file could not be fetched. The message is one or more sentences for a person. */
export class RemoteFileError extends Error {
  /** Whether no server answered, so that other files of the same origin are likely to fail too. */
  readonly isUnreachable: boolean

  constructor(message: string, { isUnreachable = false }: { isUnreachable?: boolean } = {}) {
    super(message)
    this.isUnreachable = isUnreachable
  }
}

/** Limits of one file. Times are in milliseconds. */
export const REMOTE_LIMITS = {
  redirects: 5,
  /** Until there is a connection, including TLS. */
  connect: 10_000,
  /** Without receiving a byte. */
  stalled: 30_000,
  /** From the first connection to the last byte. */
  whole: 10 * 60_000,
}

export interface RemoteOptions {
  /** Returns whether a connection to this IP address is allowed. */
  allows: (address: string) => boolean
  /** Refuses an http address of another machine. */
  requiresTls?: boolean
  limits?: typeof REMOTE_LIMITS
  lookup?: typeof systemLookup
}

/**
 * Opens a file at an address that was written by another person. Requests http and https addresses without
 * credentials, at IP addresses that `allows` accepts. Checks each redirect like the first address. Resolves a
 * name once, for the check and the connection. Throws `RemoteFileError`.
 */
export async function openRemoteFile(address: URL, options: RemoteOptions): Promise<RemoteFile> {
  const { limits = REMOTE_LIMITS } = options
  const deadline = AbortSignal.timeout(limits.whole)
  let url = address
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    const { response, problemOf } = await answerFrom(url, options, deadline).catch(
      (error: unknown) => {
        const problem = requestProblem(error)
        if (redirects === 0) throw problem
        const message = `It redirects to ${url.host}. ${problem.message}`
        throw new RemoteFileError(message, problem)
      },
    )
    const { location = '' } = response.headers
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === '')
      return fileOf(response, problemOf)
    response.destroy()
    const next = URL.canParse(location, url) ? new URL(location, url) : null
    if (next === null) throw new RemoteFileError('It redirects to an invalid address.')
    // a file that is protected by TLS must not be transferred without
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new RemoteFileError(`It redirects from https to http, at ${next.host}.`)
    url = next
  }
  throw new RemoteFileError(`It redirects more than ${limits.redirects} times.`)
}

const UNENCRYPTED =
  'It would be sent unencrypted, because its address begins with http. Set ALLOW_UNENCRYPTED=import if that is right.'

const REDIRECTS = new Set([301, 302, 303, 307, 308])

const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'mandap-import' }

interface Answer {
  response: IncomingMessage
  /** Returns the meaning of an error of the response's stream. */
  problemOf: (error: unknown) => RemoteFileError
}

async function answerFrom(
  url: URL,
  { allows, requiresTls = false, limits = REMOTE_LIMITS, lookup = systemLookup }: RemoteOptions,
  deadline: AbortSignal,
): Promise<Answer> {
  if (requiresTls && isPlainHttp(url.href)) throw new RemoteFileError(UNENCRYPTED)
  refuseAddress(url, allows)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const isSecure = url.protocol === 'https:'
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    // a new connection, never one that was checked for another name
    agent: false,
    headers: HEADERS,
    lookup: checkedLookup(lookup, allows),
    signal: deadline,
  })

  let stopped: RemoteFileError | null = null
  let isAnswered = false
  const stop = (message: string) => {
    stopped ??= new RemoteFileError(message, { isUnreachable: !isAnswered })
    request.destroy()
  }
  const reasonOf = (error: unknown) => {
    if (stopped) return stopped
    if (error instanceof RemoteFileError) return error
    if (deadline.aborted) return new RemoteFileError(`It took longer than ${time(limits.whole)}.`)
    if (isAnswered) return brokenOff(error)
    const message = `The server cannot be reached: ${whyUnreachable(error)}`
    return new RemoteFileError(message, { isUnreachable: true })
  }

  const connecting = setTimeout(() => stop('The server does not answer.'), limits.connect)
  const connected = () => clearTimeout(connecting)
  request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', connected))
  request.once('close', connected)
  request.setTimeout(limits.stalled, () =>
    stop(`The server sent nothing for ${time(limits.stalled)}.`),
  )
  request.on('error', (error) => reject(reasonOf(error)))
  request.once('response', (response) => {
    isAnswered = true
    resolve({ response, problemOf: reasonOf })
  })
  request.end()
  return promise
}

/** Throws unless the address may be requested. A host name is checked when it is resolved. */
function refuseAddress(url: URL, allows: RemoteOptions['allows']) {
  if (webAddress(url.href) === null) throw new RemoteFileError('That is not a web address.')
  if (url.username !== '' || url.password !== '')
    throw new RemoteFileError('The address contains a user name or a password.')
  if (!['', '80', '443'].includes(url.port) && Number(url.port) < 1024)
    throw new RemoteFileError(`Port ${url.port} is not a port of web servers.`)
  const literal = url.hostname.replaceAll(/^\[|\]$/g, '')
  // a socket connects to an IP address without a lookup
  if (isIP(literal) !== 0 && !allows(literal)) throw specialAddress(url.hostname, literal)
}

/** Returns a lookup that returns allowed addresses only, so that the socket cannot connect to another. */
function checkedLookup(
  lookup: typeof systemLookup,
  allows: RemoteOptions['allows'],
): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const allowed = found.filter(({ address }) => allows(address))
      const [first] = allowed
      if (!first) return done(specialAddress(name, found[0]?.address ?? ''), [])
      if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
  }
}

function specialAddress(name: string, address: string): RemoteFileError {
  const where = name === address || name === `[${address}]` ? name : `${name} is ${address}, which`
  return new RemoteFileError(
    `${where} is not an address of the public Internet. Add --allow-private if that is right.`,
  )
}

function fileOf(
  response: IncomingMessage,
  problemOf: (error: unknown) => RemoteFileError,
): RemoteFile {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = response.headers
  try {
    refuseStatus(response.statusCode ?? 0)
    const stream = Readable.from(chunks(decoded(response, encoding), problemOf))
    // also if nobody began to read
    stream.once('close', () => response.destroy())
    return { stream, type }
  } catch (error) {
    response.destroy()
    throw error
  }
}

async function* chunks(
  stream: AsyncIterable<Buffer>,
  problemOf: (error: unknown) => RemoteFileError,
) {
  try {
    yield* stream
  } catch (error) {
    throw problemOf(error)
  }
}

/** Decodes the body. A server that stores compressed files may ignore accept-encoding. */
function decoded(response: IncomingMessage, encoding: string): AsyncIterable<Buffer> {
  if (encoding === 'identity') return response
  const decoder = DECODERS.get(encoding.toLowerCase())
  if (!decoder) throw new RemoteFileError('The server sends it in an unknown compression format.')
  return pipeline(response, decoder(), () => {})
}

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

function refuseStatus(status: number) {
  if (status === 200) return
  if (status === 401 || status === 403)
    throw new RemoteFileError(`The server denies access to it (${status}).`)
  if (status === 404 || status === 410)
    throw new RemoteFileError(`The file no longer exists (${status}).`)
  if (status === 429 || status >= 500)
    throw new RemoteFileError(`The server answers ${status}. Try again later.`)
  throw new RemoteFileError(`The server answers ${status}, not with a file.`)
}

/** Converts a request error to an error of this file. */
function requestProblem(error: unknown): RemoteFileError {
  if (error instanceof RemoteFileError) return error
  return new RemoteFileError(`It cannot be requested (${String(error)}).`)
}

function brokenOff(error: unknown): RemoteFileError {
  const { code }: { code?: unknown } = Object(error)
  return new RemoteFileError(
    /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI)/.test(String(code))
      ? 'It arrived damaged.'
      : 'The connection ended before the end of the file.',
  )
}

function time(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
}
