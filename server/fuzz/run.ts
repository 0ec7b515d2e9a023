import { Agent } from 'node:http'
import * as fc from 'fast-check'
import { verifyTrail } from '../src/activity/verify.ts'
import { anyRequest } from './any-request.ts'
import { countWrites, writtenSince } from './guarded-writes.ts'
import { describe, type FuzzRequest } from './request.ts'
import { type Answer, send } from './send.ts'
import { startWorld, type World } from './world.ts'

export interface FuzzOptions {
  /** Of the PostgreSQL on which the run makes a database of its own. */
  postgresUrl: string
  /** Requests. */
  count: number
  seed: number
  /** Milliseconds that an answer may take. */
  slow: number
  progress?: (report: FuzzReport) => void
}

export interface FuzzReport {
  seed: number
  sent: number
  /** How often each status was answered; 0 where the connection ended without an answer. */
  statuses: Record<string, number>
  /** The slowest answers, slowest first. */
  slowest: { ms: number; request: string }[]
  failures: string[]
  seconds: number
}

/** Requests that are made, sent and described from one seed. */
const BATCH = 250

const MOST_SLOW = 10

/**
 * Sends requests one after another to a server that does nothing else, and reports what must never be: a status
 * of 500 or above that is not an announced overload, a slow answer, or a write by a request that was refused.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { postgresUrl, count, seed, slow, progress = () => {} } = options
  const world = await startWorld(postgresUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const started = performance.now()
  const report: FuzzReport = { seed, sent: 0, statuses: {}, slowest: [], failures: [], seconds: 0 }
  try {
    for (let batch = 0; report.sent < count; batch++) {
      // what a request may have ended unseen
      world.forget('token', 'grant', 'documentUrl')
      const numRuns = Math.min(BATCH, count - report.sent)
      for (const request of fc.sample(anyRequest, { seed: seed + batch, numRuns })) {
        await world.forgetTries()
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
    const trail = await verifyTrail(world.db)
    if (trail.is === 'broken') report.failures.push(`record ${trail.id} of the trail ${trail.why}`)
  } finally {
    agent.destroy()
    await world.close()
  }
  report.seconds = (performance.now() - started) / 1000
  return report
}

/** The request with what only the running server knows. */
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

/** What of an answer must never be. */
function flawsOf(answer: Answer | Error, ms: number, written: string[], slow: number): string[] {
  const flaws: string[] = []
  if (ms > slow) flaws.push(`took ${Math.round(ms)} ms`)
  if (answer instanceof Error) return isRefusal(answer) ? flaws : [...flaws, answer.message]
  const { status, headers, body } = answer
  const isOverload = (status === 503 || status === 429) && headers['retry-after'] !== undefined
  if (status >= 500 && !isOverload) flaws.push(`answered ${status} ${body.slice(0, 200)}`)
  if (status >= 400 && written.length > 0)
    flaws.push(`answered ${status}, and wrote to ${written.join(', ')}`)
  if (/\n\s+at .*\.ts:\d+/.test(body)) flaws.push(`answered ${status} with a stack trace`)
  return flaws
}

/** Whether the server hung up on a body that it did not want to read to its end. */
function isRefusal(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

function note(report: FuzzReport, answer: Answer | Error, ms: number, request: string) {
  const status = answer instanceof Error ? 'none' : String(answer.status)
  report.sent += 1
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  const [least] = report.slowest.slice(MOST_SLOW - 1)
  if (least && least.ms >= ms) return
  report.slowest = [...report.slowest, { ms: Math.round(ms), request }]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MOST_SLOW)
}

/** What a request spends or ends is asked for anew by the next one that needs it. */
function forgetEnded(world: World, request: FuzzRequest, answer: Answer | Error) {
  const text = JSON.stringify(request)
  for (const spent of ['exportSecret', 'refreshToken', 'resetCode'])
    if (text.includes(`{{${spent}}}`)) world.forget(spent)
  if (text.includes('{{challengeId}}')) world.forget('challengeId', 'otp')
  if (request.kind !== 'http') return
  const isDone = !(answer instanceof Error) && answer.status < 300
  if (request.method === 'DELETE' && request.url.startsWith('/elevation')) world.forget('grant')
  if (request.url.startsWith('/otp')) world.forget('grant')
  if (isDone && request.url.startsWith('/session/end'))
    world.forget('token', 'grant', 'challengeId')
}
