import { setTimeout as pause } from 'node:timers/promises'
import {
  type Acknowledged,
  answerTo,
  bookingWrites,
  decisionWrites,
  type Source,
  type Target,
  tempPartnerWrites,
  type Write,
} from '../crash/writer.ts'

export interface Experience {
  acknowledged: Acknowledged[]
  /** Reads that were answered. */
  reads: number
  /** Answers of 503. */
  unavailable: number
  /** When the last answer of 503 arrived; 0 if there was none. */
  lastFailureAt: number
  /** Answers that a lost database does not explain. */
  failures: string[]
}

interface Records {
  bookings: readonly { id: string; version: number }[]
  /** Shared by all clients, which remove the partners that they decide on. */
  partnerIds: string[]
}

/** Milliseconds between two calls of one client. */
const BETWEEN_CALLS_MS = 50

/** Milliseconds before a call that was answered with 503 is sent again. */
const RETRY_MS = 200

/** Writes and reads on one server, which reads lists from replicas. A write that failed is sent again with its key until it succeeds. */
export function startClients(target: Target, { bookings, partnerIds }: Records) {
  const experience: Experience = {
    acknowledged: [],
    reads: 0,
    unavailable: 0,
    lastFailureAt: 0,
    failures: [],
  }
  /** The version of each booking that this client has written. */
  const written = new Map<string, number>()
  const isOver = () => over
  let over = false
  const sources = [
    ...bookings.map(({ id, version }) => bookingWrites(id, version)),
    decisionWrites(partnerIds),
    tempPartnerWrites(),
  ]

  async function write(next: Source) {
    for (; !isOver(); await pause(BETWEEN_CALLS_MS)) {
      const one = next()
      if (!one) return
      // a write that was sent has to be answered, also after the round
      while (!(await succeeds(one))) await pause(RETRY_MS)
    }
  }

  /** Returns false if the write has to be sent again. */
  async function succeeds(one: Write): Promise<boolean> {
    const answer = await answerTo(target, one)
    if (answer && answer.status < 300) {
      const acknowledged = one.acknowledges(JSON.parse(answer.text))
      if (acknowledged.is === 'booking') written.set(acknowledged.id, acknowledged.version)
      experience.acknowledged.push(acknowledged)
      return true
    }
    return !noteFailure(`${one.method} ${one.path}`, answer)
  }

  async function read() {
    for (; !isOver(); await pause(BETWEEN_CALLS_MS)) {
      const path = '/bookings?limit=20'
      const before = [...written]
      const answer = await answerTo(target, { method: 'GET', path, headers: {} })
      if (answer?.status !== 200) {
        noteFailure(`GET ${path}`, answer)
        continue
      }
      experience.reads += 1
      const { data } = JSON.parse(answer.text) as { data: { _id: string; version: number }[] }
      for (const [id, version] of before)
        if ((data.find(({ _id }) => _id === id)?.version ?? 0) < version)
          experience.failures.push(`GET ${path} lacked version ${version} of ${id}`)
    }
  }

  /** Notes a failure. Returns whether sending the call again can succeed. */
  function noteFailure(call: string, answer: Awaited<ReturnType<typeof answerTo>>): boolean {
    if (answer?.status === 503 && answer.retryAfter !== null) {
      experience.unavailable += 1
      experience.lastFailureAt = performance.now()
      return true
    }
    const what = answer
      ? `${answer.status}, Retry-After ${answer.retryAfter}: ${answer.text.slice(0, 300)}`
      : 'nothing'
    experience.failures.push(`${call} answered ${what}`)
    return false
  }

  const running = [...sources.map(write), read()]
  return {
    async stop(): Promise<Experience> {
      over = true
      await Promise.all(running)
      return experience
    },
  }
}
