import { createHash } from 'node:crypto'
import type { CallKey, Calls } from '@mandap/contract/calls.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { registerRoute, type CallRequest, JSON_TYPE } from './route.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from './http-error.ts'

/** The calls of the contract that accept an `Idempotency-Key`. */
export type WriteKey = {
  [K in CallKey]: Calls[K] extends { idempotent: true } ? K : never
}[CallKey]

/** The response of a write. A response that is no success rolls the write back. */
export interface Answer {
  status: number
  etag?: string | undefined
  body: unknown
}

/** A response as it is sent and stored. The body is JSON text. */
interface SentAnswer {
  status: number
  etag: string | null
  body: string
}

/**
 * Registers the handler of a write, which runs in one transaction. With an `Idempotency-Key`, the transaction
 * also stores the response. The same request then gets the stored response and changes nothing.
 */
export function registerWriteRoute<K extends WriteKey>(
  app: FastifyInstance,
  db: Database,
  key: K,
  write: (request: CallRequest<K>, trx: Database) => Promise<Answer>,
): void {
  registerRoute(app, key, async (request, reply) => {
    const sent = await inTransaction(db, (trx) =>
      once(trx, keyedRequest(request), () => write(request, trx)),
    )
    return send(reply, sent)
  })
}

/** Deletes keys after 24 hours. Safe to run at any time, in any number of processes. */
export async function deleteOldIdempotencyKeys(db: Database): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
}

/** Thrown to roll back a write that was rejected. */
class Refused extends Error {
  readonly answer: SentAnswer
  constructor(answer: SentAnswer) {
    super('a write was rejected')
    this.answer = answer
  }
}

async function inTransaction(
  db: Database,
  work: (trx: Database) => Promise<SentAnswer>,
): Promise<SentAnswer> {
  try {
    return await db.transaction().execute(async (trx) => {
      const answer = await work(trx)
      if (answer.status >= 400) throw new Refused(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** A request with a key: the owner of the key, and the hash that distinguishes the request from others. */
interface KeyedRequest {
  administratorId: string
  key: string
  request: string
  hash: Buffer
}

function keyedRequest(request: CallRequest<WriteKey>): KeyedRequest | null {
  const { method, url, body, administrator } = request
  // the schema has both, but not every call has an If-Match
  const headers: Record<string, unknown> = request.headers
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return null
  const sent = JSON.stringify([method, url, headers['if-match'] ?? null, body ?? null])
  return {
    administratorId: administrator.id,
    key,
    request: `${method} ${url}`,
    hash: createHash('sha256').update(sent).digest(),
  }
}

/** Runs the write, unless the key was used. In that case returns the stored response. */
async function once(
  trx: Database,
  keyed: KeyedRequest | null,
  write: () => Promise<Answer>,
): Promise<SentAnswer> {
  if (keyed === null) return sentAnswer(await write())
  const isNew = await claimKey(trx, keyed)
  if (!isNew) return keptAnswer(trx, keyed)
  const answer = sentAnswer(await write())
  await trx
    .updateTable('idempotency_key')
    .set(answer)
    .where('administrator_id', '=', keyed.administratorId)
    .where('key', '=', keyed.key)
    .execute()
  return answer
}

/**
 * Claims the key for this transaction, after waiting for another transaction that has it. Returns false if
 * that one committed.
 */
async function claimKey(
  trx: Database,
  { administratorId, key, request, hash }: KeyedRequest,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotency_key')
    .values({
      administrator_id: administratorId,
      key,
      request,
      request_hash: hash,
      status: null,
      etag: null,
      body: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function keptAnswer(
  trx: Database,
  { administratorId, key, hash }: KeyedRequest,
): Promise<SentAnswer> {
  const { request_hash, ...answer } = await trx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'etag', 'body'])
    .where('administrator_id', '=', administratorId)
    .where('key', '=', key)
    .$narrowType<{ status: number; body: string }>()
    .executeTakeFirstOrThrow()
  if (!hash.equals(request_hash))
    throw new HttpError(
      422,
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was sent with another request. Send a new key with each write.',
      { field: 'Idempotency-Key' },
    )
  return answer
}

function sentAnswer({ status, etag, body }: Answer): SentAnswer {
  return { status, etag: etag ?? null, body: JSON.stringify(body) }
}

function send(reply: FastifyReply, { status, etag, body }: SentAnswer) {
  if (etag !== null) reply.header('etag', etag)
  return reply.code(status).type(JSON_TYPE).send(body)
}
