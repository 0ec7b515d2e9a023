import type { FastifyInstance } from 'fastify'
import { answerCall, JSON_TYPE } from '../call.ts'
import type { Database } from '../database/connection.ts'
import { notFound } from '../problem.ts'
import { sendRecord } from '../record/change.ts'
import { findRecord, onTheWire, streamRecords } from '../record/read.ts'
import { USER } from './kind.ts'

/** The calls of users (§7), under `data` (§3). */
export function registerUsers(app: FastifyInstance, { db }: { db: Database }): void {
  answerCall(app, 'GET /user/all', (_request, reply) => {
    reply.type(JSON_TYPE)
    return streamRecords(db, USER, { open: '{"data":[', close: ']}' })
  })

  answerCall(app, 'GET /user/{id}', async ({ params }, reply) => {
    const row = await findRecord(db, USER, params.id)
    if (!row) throw notFound('There is no user with this id.')
    return sendRecord(reply, row, { data: onTheWire(row) })
  })
}
