import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Acknowledged, Target } from '../crash/writer.ts'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import { type PreparedExport, readExport } from '../testing/export.ts'

/** The tokens of a signed-in administrator, which are renewed while the servers restart. */
export interface Session extends Target {
  refreshToken: string
}

/** What the clients experienced. */
export interface Experience {
  /** Requests that were answered as they should be, by kind. */
  served: Record<string, number>
  failures: string[]
  acknowledged: Acknowledged[]
  /** Milliseconds from the end of a stream until it was open again. */
  reconnections: number[]
}

/** The calls of a kind of client. Throws if one fails. */
type Client = (session: Session, experience: Experience) => Promise<void>

/** Repeats a client's calls until `isOver`. Each failure is noted with its kind. */
export async function repeatUntilOver(
  kind: string,
  client: Client,
  session: Session,
  { experience, isOver }: { experience: Experience; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    try {
      await client(session, experience)
      experience.served[kind] = (experience.served[kind] ?? 0) + 1
    } catch (error) {
      experience.failures.push(`${kind}: ${explained(error)}`)
      await pause(100)
    }
  }
}

/** Reads what the console shows on its first screens. */
export const read: Client = async (session) => {
  const day = 'today=2026-11-25&timeZone=Asia%2FKolkata'
  for (const path of [
    '/session',
    `/bookings?tab=upcoming&limit=20&${day}`,
    '/partners?list=approved&limit=20',
    '/summary',
  ])
    await call(session, 'GET', path)
}

/** Renews the tokens, as the console does every few minutes. */
export const renew: Client = async (session) => {
  const answer = await fetch(
    `${session.url}/securetoken.googleapis.com/v1/token?key=${WEB_API_KEY}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: session.refreshToken,
      }),
    },
  )
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`the token service answered ${answer.status}: ${text}`)
  const renewed = JSON.parse(text) as { id_token: string; refresh_token: string }
  session.token = renewed.id_token
  session.refreshToken = renewed.refresh_token
  await pause(1000)
}

/** Exports a list of 15 MB and receives it slowly. */
export const exportSlowly: Client = async (session) => {
  const today = { today: '2026-11-25', timeZone: 'Asia/Kolkata' }
  const query = { list: 'counted', figure: 'all', ...today }
  const body = { of: 'bookings', query, format: 'csv', timeZone: 'Asia/Kolkata' }
  const made = await call(session, 'POST', '/exports', body)
  const answer = await readExport(session, (made as { data: PreparedExport }).data)
  if (answer.status !== 200 || !answer.body)
    throw new Error(`POST /exports/file answered ${answer.status}: ${await answer.text()}`)
  let received = 0
  for await (const chunk of answer.body) {
    received += chunk.length
    // about 1 MB a second
    await pause(chunk.length / 1000)
  }
  if (received < 10_000_000) throw new Error(`the export ended after ${received} bytes`)
}

const PNG = readFileSync(join(SAMPLE_FOLDER, 'aadhaar-card.png'))

/** Uploads a document over a slow connection. */
export function uploadSlowly(partnerId: string): Client {
  return async ({ url, uploadKey }, { acknowledged }) => {
    const content = Buffer.concat([PNG, randomBytes(1_500_000)])
    const boundary = randomBytes(12).toString('hex')
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = Buffer.from(
      `${field('partnerId', partnerId)}${field('kind', 'aadharUrl')}--${boundary}\r\n` +
        'Content-Disposition: form-data; name="file"; filename="card.png"\r\nContent-Type: image/png\r\n\r\n',
    )
    const body = Buffer.concat([head, content, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const answer = await fetch(`${url}/documents`, {
      method: 'POST',
      headers: {
        'api-key': uploadKey,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: streamOf(slowly(body)),
      ...HALF_DUPLEX,
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`POST /documents answered ${answer.status}: ${text}`)
    const { id } = (JSON.parse(text) as { data: { id: string } }).data
    const sha256 = createHash('sha256').update(content).digest('hex')
    acknowledged.push({ is: 'document', id, sha256 })
  }
}

/** `fetch` requires it for a body that is a stream, and the browser's types do not have it. */
const HALF_DUPLEX = { duplex: 'half' }

function streamOf(chunks: AsyncIterable<Buffer>): ReadableStream {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream
}

async function* slowly(body: Buffer) {
  const size = 50_000
  for (let start = 0; start < body.length; start += size) {
    yield body.subarray(start, start + size)
    await pause(150)
  }
}

/** Keeps a stream of live changes open, and notes how long each interruption was. Ends with `signal`. */
export async function follow(
  session: Session,
  { experience, signal }: { experience: Experience; signal: AbortSignal },
): Promise<void> {
  let endedAt: number | undefined
  while (!signal.aborted) {
    let retryMs = 1000
    try {
      const headers = { authorization: `Bearer ${session.token}` }
      const answer = await fetch(`${session.url}/events`, { headers, signal })
      if (answer.status !== 200 || !answer.body)
        throw new Error(`GET /events answered ${answer.status}: ${await answer.text()}`)
      if (endedAt !== undefined) experience.reconnections.push(performance.now() - endedAt)
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream()))
        retryMs = Number(/^retry: (\d+)/m.exec(chunk)?.[1] ?? retryMs)
    } catch (error) {
      if (!signal.aborted) experience.failures.push(`stream: ${explained(error)}`)
    }
    endedAt = performance.now()
    await pause(retryMs)
  }
}

async function call(
  session: Session,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(session.url + path, {
    method,
    headers: {
      authorization: `Bearer ${session.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok)
    throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message} (${cause.message})` : error.message
}
