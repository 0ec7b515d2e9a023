import { Readable } from 'node:stream'
import type { ReadableStream as WebReadable } from 'node:stream/web'
import { EXPORT_FORMATS } from '@mandap/domain/export/format.ts'
import { exportFileName } from '@mandap/domain/export/list.ts'
import { localDate } from '@mandap/domain/time/days.ts'
import type { FastifyInstance } from 'fastify'
import { appendAuditEntries } from '../audit/append.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import type { Replica } from '../database/replica.ts'
import { currentPosition } from '../database/replica-position.ts'
import { withTimeLimit } from '../database/serving.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import type { OpenList } from '../http/open-lists.ts'
import type { Workload } from '../metrics/workload.ts'
import { awaitErasures } from '../records/erased.ts'
import {
  type ExportLink,
  deleteOldLinks,
  findLink,
  isStoredLink,
  makeLink,
  useLink,
} from './link.ts'
import { allowExport, exportsBusy } from './refusal.ts'
import { sendFile } from './send-file.ts'
import { type OpenRows, openRows } from './rows.ts'
import { exportSource, type Source } from './source.ts'

interface Dependencies {
  db: Database
  replica?: Replica | undefined
  now: () => Date
  openList: OpenList
  workload: Workload
}

/** Maximum number of exports at once in this process. Each uses one of the pool's ten connections. */
export const MAX_EXPORTS = 3

/** Milliseconds that PostgreSQL may take to count a list or find its next rows. It may sort millions. */
const QUERY_MS = 2 * 60_000

/** An export that is being sent. */
interface Export {
  secret: string
  link: ExportLink
  source: Source
  open: OpenRows
}

/** How much of an answer was sent when its connection closed: all, a part, or not even its headers. */
type Closed = 'whole' | 'cut' | 'empty'

/** Registers the calls that export a list: one creates a secret, the other reads the file with it. */
export function registerExports(
  app: FastifyInstance,
  { db, replica, now, openList, workload }: Dependencies,
): void {
  const afterAnswer = workAfterAnswers(app)
  registerRoute(app, 'POST /exports', async ({ administrator, body }, reply) => {
    const { name } = exportSource(body)
    await allowExport(db, administrator.id, now())
    refuseWhenBusy()
    const at = now()
    const day = localDate(at.getTime(), body.timeZone)
    const fileName = exportFileName(name, day, body.format)
    const link = await makeLink(db, administrator, { request: body, fileName }, at)
    reply.code(201)
    return {
      data: {
        url: '/exports/file',
        secret: link.secret,
        name: fileName,
        expiresAt: link.expiresAt.toISOString(),
      },
    }
  })

  registerRoute(app, 'POST /exports/file', async ({ body }, reply) => {
    // the client may have left before there is anything to send
    const closed = new Promise<Closed>((resolve) => {
      const { raw } = reply
      raw.once('close', () =>
        resolve(raw.writableFinished ? 'whole' : raw.headersSent ? 'cut' : 'empty'),
      )
    })
    const link = await findLink(db, body.secret, now())
    openList(link.administratorId, reply)
    refuseWhenBusy()
    workload.openExports += 1
    try {
      const source = exportSource(link.request)
      const open = await readRows((from) => openRows(withTimeLimit(from, QUERY_MS), source))
      const file = source.file(open.rows, link.request.format)
      try {
        await db.transaction().execute(async (trx) => {
          // an entry whose filters name a person must not follow their erasure
          await awaitErasures(trx)
          await useLink(trx, body.secret, now())
          await appendAuditEntries(trx, exportEntry(link, source, open))
        })
        const sent = { secret: body.secret, link, source, open }
        afterAnswer(
          finish(closed, sent).catch((error: unknown) =>
            reply.log.error({ err: error }, 'The end of an export could not be recorded.'),
          ),
        )
        // oxlint-disable-next-line typescript/return-await -- `finish` handles a failure while sending
        return sendFile(
          reply,
          { type: EXPORT_FORMATS[link.request.format].type, fileName: link.fileName },
          Readable.fromWeb(file as WebReadable),
        )
      } catch (error) {
        await open.close()
        throw error
      }
    } catch (error) {
      workload.openExports -= 1
      throw error
    }
  })

  scheduleCleanup(app, () => deleteOldLinks(db, now()))

  /** Opens rows that contain every write until now. */
  async function readRows(work: (from: Database) => Promise<OpenRows>): Promise<OpenRows> {
    if (!replica) return work(db)
    return replica.read({ received: await currentPosition(db), confirm: async () => 0n, work })
  }

  /** Cleans up after the answer, and records an answer that was not sent completely. */
  async function finish(closed: Promise<Closed>, { secret, link, source, open }: Export) {
    const how = await closed
    await open.close()
    workload.openExports -= 1
    if (how === 'whole') return
    // rows are read before the answer begins
    const sent = how === 'empty' ? 0 : open.read()
    await db.transaction().execute(async (trx) => {
      await awaitErasures(trx)
      const { after, ...entry } = exportEntry(link, source, open, sent)
      const { query, ...unfiltered } = after
      // the filters may name a person who was erased during the download; then the first entry has lost them too
      const isNamed = await isStoredLink(trx, secret)
      await appendAuditEntries(trx, {
        ...entry,
        after: isNamed ? { ...unfiltered, query } : unfiltered,
      })
    })
  }

  function refuseWhenBusy() {
    if (workload.openExports < MAX_EXPORTS) return
    workload.refusedExports += 1
    throw exportsBusy()
  }
}

/** Returns the audit entry of an export: all rows, or how many were sent if not all were. */
function exportEntry({ by, request }: ExportLink, { name }: Source, open: OpenRows, sent?: number) {
  const { format, query, timeZone } = request
  return {
    by,
    kind: 'export',
    subject: 'list',
    subjectId: name.file,
    subjectName: name.title,
    after: { format, rows: open.count, ...(sent !== undefined && { sent }), timeZone, query },
  } as const
}
