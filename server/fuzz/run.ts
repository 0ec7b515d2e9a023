import { Agent } from 'node:http'
import * as fc from 'fast-check'
import { verifyAuditLog } from '../src/audit/verify.ts'
import { anyRequest } from './any-request.ts'
import { countWrites, writtenSince } from './guarded-writes.ts'
import { describe, type FuzzRequest } from './request.ts'
import { type Answer, send } from './send.ts'
import { OUTSIDE, startWorld, type World } from './world.ts'

export interface FuzzOptions {
  /** The address of the PostgreSQL on which the run creates its database. */
  postgresUrl: string
  /** The number of requests. */
  count: number
  seed: number
  /** Milliseconds after which a response is reported as slow. */
  slow: number
  progress?: (report: FuzzReport) => void
}

export interface FuzzReport {
  seed: number
  sent: number
  /** The number of responses by status; 0 if the connection ended without a response. */
  statuses: Record<string, number>
  /** The slowest responses, slowest first. */
  slowest: { ms: number; request: string }[]
  failures: string[]
  seconds: number
}

/** The number of requests that one seed creates. */
const BATCH = 250

const MAX_SLOW = 10

/** A line of a stack trace, in a text or in a string of JSON. */
const STACK_TRACE = /(?:\n|\\n)\s+at .*\.[cm]?[jt]s:\d+/

/**
 * Sends requests one after another to a server with no other clients. Reports a status of 500 or above, unless
 * the server announced an overload, a slow response, and a write by a request that was rejected.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { postgresUrl, count, seed, slow, progress = () => {} } = options
  const world = await startWorld(postgresUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const started = performance.now()
  const report: FuzzReport = { seed, sent: 0, statuses: {}, slowest: [], failures: [], seconds: 0 }
  try {
    for (let batch = 0; report.sent < count; batch++) {
      // a request may have ended a session or a grant
      world.forget('token', 'grant', 'documentUrl')
      const numRuns = Math.min(BATCH, count - report.sent)
      for (const request of fc.sample(anyRequest, { seed: seed + batch, numRuns })) {
        await world.forgetAttempts()
        const ready = await filledIn(request, world)
        const before = await countWrites(world.db)
        const { answer, ms } = await timed(() => send(world.url, ready, agent))
        const written = writtenSince(before, await countWrites(world.db))
        const where = `seed ${seed + batch}: ${describe(request)}`
        for (const flaw of flawsOf(answer, ms, written, slow))
          report.failures.push(`${flaw}\n  ${where}`)
        note(report, answer, ms, where)
        forgetEnded(world, request, answer)
      }
      progress(report)
    }
    const log = await verifyAuditLog(world.db)
    if (log.is === 'broken') report.failures.push(`audit entry ${log.id} ${log.why}`)
  } finally {
    agent.destroy()
    await world.close()
  }
  report.seconds = (performance.now() - started) / 1000
  return report
}

/** Returns the request with its placeholders filled in. */
async function filledIn(request: FuzzRequest, world: World): Promise<FuzzRequest> {
  if (request.kind === 'raw') return { ...request, text: await world.filledIn(request.text) }
  const { url, headers, body } = request
  const filled: [string, string][] = []
  for (const [name, value] of headers) filled.push([name, await world.filledIn(value)])
  return {
    ...request,
    url: await world.filledIn(url),
    headers: filled,
    body: body === null ? null : await world.filledIn(body),
  }
}

async function timed(work: () => Promise<Answer>): Promise<{ answer: Answer | Error; ms: number }> {
  const started = performance.now()
  const answer = await work().catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  return { answer, ms: performance.now() - started }
}

/** Returns the flaws of a response, as sentences. */
export function flawsOf(
  answer: Answer | Error,
  ms: number,
  written: string[],
  slow: number,
): string[] {
  const flaws: string[] = []
  if (ms > slow) flaws.push(`took ${Math.round(ms)} ms`)
  if (answer instanceof Error) return isRefusal(answer) ? flaws : [...flaws, answer.message]
  const { status, headers, body } = answer
  const isOverload = (status === 503 || status === 429) && headers['retry-after'] !== undefined
  if (status >= 500 && !isOverload) flaws.push(`answered ${status} ${body.slice(0, 200)}`)
  if (status >= 400 && written.length > 0)
    flaws.push(`answered ${status}, and wrote to ${written.join(', ')}`)
  if (body.includes(OUTSIDE)) flaws.push(`answered ${status} with a file outside the console`)
  if (STACK_TRACE.test(body)) flaws.push(`answered ${status} with a stack trace`)
  return flaws
}

/** Returns whether the server closed the connection before it read the whole body. */
function isRefusal(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

function note(report: FuzzReport, answer: Answer | Error, ms: number, request: string) {
  const status = answer instanceof Error ? 'none' : String(answer.status)
  report.sent += 1
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  const [least] = report.slowest.slice(MAX_SLOW - 1)
  if (least && least.ms >= ms) return
  report.slowest = [...report.slowest, { ms: Math.round(ms), request }]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MAX_SLOW)
}

/** Drops the values that a request used up or ended, so that the next request gets new ones. */
function forgetEnded(world: World, request: FuzzRequest, answer: Answer | Error) {
  const text = JSON.stringify(request)
  for (const spent of ['exportSecret', 'personExportSecret', 'refreshToken', 'resetCode'])
    if (text.includes(`{{${spent}}}`)) world.forget(spent)
  if (text.includes('{{challengeId}}')) world.forget('challengeId', 'otp')
  if (request.kind !== 'http') return
  const isDone = !(answer instanceof Error) && answer.status < 300
  if (request.method === 'DELETE' && request.url.startsWith('/elevation')) world.forget('grant')
  if (request.url.startsWith('/otp')) world.forget('grant')
  if (isDone && request.url.startsWith('/session/end'))
    world.forget('token', 'grant', 'challengeId')
  // the answer has new tokens of the session, so that the earlier ones are refused
  if (!(answer instanceof Error) && /"refreshToken":/.test(answer.body))
    world.forget('token', 'grant')
}
