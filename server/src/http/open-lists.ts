import type { FastifyReply } from 'fastify'
import { HttpError } from './http-error.ts'

/**
 * Maximum number of whole lists and exports that one account may have open in one process. Each uses memory.
 */
const MAX_OPEN = 12

const RETRY_AFTER_SECONDS = 10

/** Counts a response as open until it ends. Throws 429 if the account has too many. Counts none whose client has left. */
export type OpenList = (administratorId: string, reply: FastifyReply) => void

/** Creates the counter that all calls with a whole list share. */
export function limitOpenLists(): OpenList {
  const open = new Map<string, number>()

  return (administratorId, reply) => {
    // 'close' is emitted only once, so a response that is counted after it would stay counted
    if (reply.raw.closed) return
    const before = open.get(administratorId) ?? 0
    if (before >= MAX_OPEN) {
      const message = `You are already loading ${MAX_OPEN} lists. Wait until one is complete, then try again.`
      throw new HttpError(429, 'TOO_MANY_LISTS', message, { retryAfter: RETRY_AFTER_SECONDS })
    }
    open.set(administratorId, before + 1)
    reply.raw.once('close', () => {
      const left = (open.get(administratorId) ?? 1) - 1
      if (left > 0) open.set(administratorId, left)
      else open.delete(administratorId)
    })
  }
}
