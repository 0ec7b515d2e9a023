import { type OpenSource, type ImportSource, SourceError } from './source.ts'
import { whyUnreachable } from '../network/unreachable.ts'

/** How a host is called: the address before the paths of §7, and its credentials. */
export interface HostAccess {
  url: string
  token?: string | undefined
  apiKey?: string | undefined
}

/** Thrown if no call to this host can succeed. */
export class HostRefused extends SourceError {}

/** Thrown if a call to this host is not answered. */
class HostUnreachable extends HostRefused {}

/** Thrown if the host answers without a record. Some hosts do so for a record that was deleted. */
class NoRecord extends SourceError {}

/** The calls of §7 that list records. Temp partners have none: see `tempPartnerSource`. */
export function hostSources(access: HostAccess): ImportSource[] {
  return [
    { subject: 'user', name: addressOf(access, '/user/all'), open: open(access, '/user/all') },
    { subject: 'partner', name: addressOf(access, '/partners'), open: open(access, '/partners') },
    { subject: 'booking', name: addressOf(access, '/bookings'), open: open(access, '/bookings') },
  ]
}

/**
 * Returns the temp partners with these ids, fetched one by one, as the console does for a booking (§7). Leaves out those for which
 * the host answers without a record or fails, and ends after many failures in a row.
 */
export function tempPartnerSource(access: HostAccess, ids: readonly string[]): ImportSource {
  let fetched = 0
  async function* chunks(onMissing: (reason: string) => void) {
    let failures = 0
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE)
      for (const found of await Promise.all(some.map((id) => tempPartner(access, id)))) {
        if (found instanceof HostRefused && !(found instanceof HostUnreachable)) throw found
        const isFailure = found instanceof SourceError && !(found instanceof NoRecord)
        failures = isFailure ? failures + 1 : 0
        if (found instanceof SourceError) onMissing(found.message)
        else if (found !== null) yield Buffer.concat([found, NEW_LINE])
      }
      if (failures >= MAX_IN_A_ROW)
        throw new SourceError(`${failures} calls in a row failed, and the rest were not made`)
      fetched += some.length
    }
  }
  return {
    subject: 'tempPartner',
    name: addressOf(access, '/temp-partner'),
    open: async (onMissing) => ({
      chunks: chunks(onMissing),
      progress: () => fetched / ids.length,
    }),
  }
}

const AT_ONCE = 8
const NEW_LINE = Buffer.from('\n')

/** Number of consecutive failures after which no more temp partners are fetched. Some hosts fail for each deleted one. */
const MAX_IN_A_ROW = 24

/** Returns the JSON of a temp partner, `null` for one that does not exist, or the failure of the call. */
async function tempPartner(access: HostAccess, id: string): Promise<Buffer | SourceError | null> {
  try {
    const response = await fetchPath(access, `/temp-partner/${encodeURIComponent(id)}`)
    // neither a partner nor a temp partner: the booking still refers to a deleted one
    if (response.status === 404) return null
    await refuseFailure(access, response)
    return await jsonOf(response)
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}

async function jsonOf(response: Response): Promise<Buffer> {
  const body = await response.arrayBuffer().catch((error: unknown) => {
    throw new SourceError(`${response.url} could not be read: ${whyUnreachable(error)}`)
  })
  const json = Buffer.from(body)
  if (!isObjectOrList(json)) throw new NoRecord(`${response.url} does not answer with a record.`)
  return json
}

function isObjectOrList(json: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(json.toString())
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

function open(access: HostAccess, path: string): () => Promise<OpenSource> {
  return async () => {
    const response = await fetchPath(access, path)
    await refuseFailure(access, response)
    const length = Number(response.headers.get('content-length') ?? 0)
    let read = 0
    async function* chunks() {
      for await (const chunk of response.body ?? []) {
        read += chunk.byteLength
        yield chunk
      }
    }
    // the length is that of the compressed body
    const known = length > 0 && !response.headers.has('content-encoding')
    return { chunks: chunks(), progress: () => (known ? read / length : null) }
  }
}

async function fetchPath(access: HostAccess, path: string): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (access.token) headers.set('authorization', `Bearer ${access.token}`)
  if (access.apiKey) headers.set('api-key', access.apiKey)
  try {
    // a redirect would send the API key to another server, or without encryption
    return await fetch(addressOf(access, path), { headers, redirect: 'manual' })
  } catch (error) {
    throw new HostUnreachable(`${access.url} cannot be reached: ${whyUnreachable(error)}`)
  }
}

async function refuseFailure(access: HostAccess, response: Response): Promise<void> {
  const { status, url } = response
  const page = response.headers.get('content-type')?.includes('text/html') ?? false
  if (response.ok && !page) return
  // a body that broke off cannot be cancelled
  await response.body?.cancel().catch(() => {})
  if (status === 401 || status === 403) throw new HostRefused(howToShow(access, url, status))
  const location = response.headers.get('location')
  if (status >= 300 && status < 400 && location !== null)
    throw new SourceError(
      `${url} redirects to ${URL.parse(location, url)?.href ?? location}. Redirects are not followed. If the host's ` +
        `calls are there, use that address instead of ${access.url}, without the path of the call.`,
    )
  if (page)
    throw new SourceError(
      `${url} answers with a web page, not with JSON. Is ${access.url} the address of the host's calls?`,
    )
  const failure = `${url} answers ${status} ${response.statusText}`.trim().concat('.')
  // after 408 and 429, the host may still have the record
  const hasNone = status >= 400 && status < 500 && status !== 408 && status !== 429
  throw hasNone ? new NoRecord(failure) : new SourceError(failure)
}

function howToShow({ token, apiKey }: HostAccess, url: string, status: number): string {
  return token || apiKey
    ? `${url} answers ${status}: it rejects the ${token ? 'token' : 'API key'}.`
    : `${url} answers ${status}: it requires a session token or an API key. Pass a token with --token or IMPORT_TOKEN, ` +
        `or a key with --api-key or IMPORT_API_KEY.`
}

function addressOf({ url }: HostAccess, path: string): string {
  return `${url.replace(/\/{1,9}$/, '')}${path}`
}
