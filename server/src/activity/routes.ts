import type { FastifyInstance } from 'fastify'
import { answerCall } from '../call.ts'
import type { Database } from '../database/connection.ts'
import { peopleOfActivity, readActivity } from './list.ts'

/** The calls of the trail. It is added to by what it records, and never changed. */
export function registerActivity(app: FastifyInstance, { db }: { db: Database }): void {
  answerCall(app, 'GET /activity', ({ query }) => readActivity(db, query))

  answerCall(app, 'GET /activity/people', async () => ({ data: await peopleOfActivity(db) }))
}
