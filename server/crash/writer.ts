import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'

/** PostgreSQL may notice that a process was killed only after the server seemed ready. */
const MAX_REPEAT_MS = 30_000

/** A write that the server acknowledged, in the form in which the check finds it. */
export type Acknowledged =
  | { is: 'booking'; id: string; version: number; location: string }
  | { is: 'decision'; id: string; version: number; reason: string }
  | { is: 'tempPartner'; id: string; name: string }
  | { is: 'document'; id: string; sha256: string }

/** A request that can be sent again as it is. */
export interface Write {
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData
  /** Returns what an answer of 2xx acknowledges. */
  acknowledges: (answer: Record<string, unknown>) => Acknowledged
}

/** Returns the next write of one kind; null if there is none left. A writer waits for the answer before the next. */
export type Source = () => Write | null

export interface Target {
  url: string
  token: string
  uploadKey: string
}

export interface Written {
  acknowledged: Acknowledged[]
  /** Writes without an answer, or with one that says that it failed. The server may have stored them. */
  unanswered: Write[]
  /** Answers that no crash explains. */
  failures: string[]
}

/** Writes until `isOver` or the first write that fails. */
export async function write(
  target: Target,
  next: Source,
  isOver: () => boolean,
  written: Written,
): Promise<void> {
  while (!isOver()) {
    const one = next()
    if (!one) return
    if (!(await send(target, one, written))) {
      written.unanswered.push(one)
      return
    }
  }
}

/** Sends a write again until it succeeds. Its key makes sure that it takes effect once. */
export async function repeat(target: Target, one: Write, written: Written): Promise<void> {
  for (const end = performance.now() + MAX_REPEAT_MS; performance.now() < end; await pause(50)) {
    if (await send(target, one, written)) return
  }
  written.failures.push(`${one.method} ${one.path} still fails after the server has recovered`)
}

async function send(target: Target, one: Write, written: Written): Promise<boolean> {
  const answer = await answerTo(target, one)
  if (!answer) return false
  if (answer.status < 300) {
    written.acknowledged.push(one.acknowledges(JSON.parse(answer.text)))
    return true
  }
  const { status, text } = answer
  // 503 announces that the database is lost
  if (status !== 503)
    written.failures.push(`${one.method} ${one.path} answered ${status}: ${text.slice(0, 300)}`)
  return false
}

/** Sends a write, or a read. Returns the answer; null if there is none. */
export async function answerTo(
  { url, token }: Target,
  { method, path, headers, body }: Pick<Write, 'method' | 'path' | 'headers'> & Partial<Write>,
): Promise<{ status: number; retryAfter: string | null; text: string } | null> {
  const sent = { authorization: `Bearer ${token}`, ...headers }
  try {
    const answer = await fetch(url + path, { method, headers: sent, ...(body && { body }) })
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, retryAfter, text: await answer.text() }
  } catch {
    return null
  }
}

const json = (key = randomUUID()) => ({
  'content-type': 'application/json',
  'idempotency-key': key,
})

/** Changes one booking again and again, each time on the version that the last answer returned. */
export function bookingWrites(id: string, version: number): Source {
  let known = version
  return () => {
    const location = `Hall ${randomUUID()}`
    return {
      method: 'PATCH',
      path: `/bookings/${id}`,
      headers: { ...json(), 'if-match': `"${known}"` },
      body: JSON.stringify({ location }),
      acknowledges(answer) {
        known = Number(answer['version'])
        return { is: 'booking', id, version: known, location }
      },
    }
  }
}

/** Decides the first step of one partner after another. */
export function decisionWrites(partnerIds: string[]): Source {
  return () => {
    const id = partnerIds.shift()
    if (id === undefined) return null
    const reason = `AADHAR: unreadable ${randomUUID()}`
    return {
      method: 'PUT',
      path: `/partners/${id}`,
      headers: { ...json(), 'if-match': '"1"' },
      body: JSON.stringify({ status: 'RKYC', kycStatus: 'RKYC', reason }),
      acknowledges: (answer) => ({
        is: 'decision',
        id,
        version: Number(answer['version']),
        reason,
      }),
    }
  }
}

export function tempPartnerWrites(): Source {
  return () => {
    const name = `Meera ${randomUUID()}`
    return {
      method: 'POST',
      path: '/temp-partner',
      headers: json(),
      body: JSON.stringify({ PartnerName: name, personalNumber: '9820012345' }),
      acknowledges: (answer) => ({ is: 'tempPartner', id: String(answer['_id']), name }),
    }
  }
}

const PNG = readFileSync(join(SAMPLE_FOLDER, 'aadhaar-card.png'))

/** Uploads documents of different content. */
export function uploadWrites(partnerId: string, uploadKey: string): Source {
  return () => {
    const content = Buffer.concat([PNG, randomBytes(50_000)])
    const body = new FormData()
    body.set('partnerId', partnerId)
    body.set('kind', 'aadharUrl')
    body.set('file', new Blob([content]), 'card.png')
    return {
      method: 'POST',
      path: '/documents',
      headers: { 'api-key': uploadKey },
      body,
      acknowledges(answer) {
        const { id } = answer['data'] as { id: string }
        return { is: 'document', id, sha256: createHash('sha256').update(content).digest('hex') }
      },
    }
  }
}
