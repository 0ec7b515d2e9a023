import { Readable } from 'node:stream'
import type { ReadableStream as WebReadable } from 'node:stream/web'
import { EXPORT_FORMATS } from '@mandap/domain/export/format.ts'
import { exportFileName } from '@mandap/domain/export/list.ts'
import { localDate } from '@mandap/domain/time/days.ts'
import type { FastifyInstance } from 'fastify'
import { appendAuditEntries } from '../audit/append.ts'
import { registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import type { Replica } from '../database/replica.ts'
import { currentPosition } from '../database/replica-position.ts'
import { withTimeLimit } from '../database/serving.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import type { OpenList } from '../http/open-lists.ts'
import { type ExportLink, deleteOldLinks, findLink, isStoredLink, makeLink } from './link.ts'
import { oneTimeFiles } from './one-time-file.ts'
import { allowExport } from './refusal.ts'
import { type OpenRows, openRows } from './rows.ts'
import type { ExportSlots } from './slots.ts'
import { exportSource, type ExportSource } from './source.ts'

interface Dependencies {
  db: Database
  replica?: Replica | undefined
  now: () => Date
  openList: OpenList
  slots: ExportSlots
}

/** Milliseconds that PostgreSQL may take to count a list or find its next rows. It may sort millions. */
const QUERY_MS = 2 * 60_000

/** Registers the calls that export a list: one creates a secret, the other reads the file with it. */
export function registerExports(
  app: FastifyInstance,
  { db, replica, now, openList, slots }: Dependencies,
): void {
  const answerFile = oneTimeFiles(app, { db, slots, now })
  registerRoute(app, 'POST /exports', async ({ administrator, body }, reply) => {
    const { name } = exportSource(body)
    await allowExport(db, administrator.id, now())
    slots.requireFree()
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

  registerRoute(app, 'POST /exports/file', ({ body: { secret } }, reply) =>
    answerFile(reply, {
      secret,
      async find() {
        const link = await findLink(db, secret, now())
        openList(link.administratorId, reply)
        return link
      },
      async open(link) {
        const { format } = link.request
        const source = exportSource(link.request)
        const open = await readRows((from) => openRows(withTimeLimit(from, QUERY_MS), source))
        return {
          type: EXPORT_FORMATS[format].type,
          content: () => Readable.fromWeb(source.file(open.rows, format) as WebReadable),
          record: (trx) => appendAuditEntries(trx, exportEntry(link, source, open)),
          async recordUnsent(trx, how) {
            // rows are read before the answer begins
            const sent = how === 'empty' ? 0 : open.read()
            const { after, ...entry } = exportEntry(link, source, open, sent)
            const { query, ...unfiltered } = after
            // the filters may name a person who was erased during the download; then the first entry has lost them too
            const isNamed = await isStoredLink(trx, secret)
            await appendAuditEntries(trx, {
              ...entry,
              after: isNamed ? { ...unfiltered, query } : unfiltered,
            })
          },
          close: open.close,
        }
      },
    }),
  )

  scheduleCleanup(app, 'exportLinks', () => deleteOldLinks(db, now()))

  /** Opens rows that contain every write until now. */
  async function readRows(work: (from: Database) => Promise<OpenRows>): Promise<OpenRows> {
    if (!replica) return work(db)
    return replica.read({ received: await currentPosition(db), confirm: async () => 0n, work })
  }
}

/** Returns the audit entry of an export: all rows, or how many were sent if not all were. */
function exportEntry(
  { by, request }: ExportLink,
  { name }: ExportSource,
  open: OpenRows,
  sent?: number,
) {
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
