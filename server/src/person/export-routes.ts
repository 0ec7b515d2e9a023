import type { Readable } from 'node:stream'
import { personFileName } from '@mandap/domain/person/person.ts'
import { maskNote } from '@mandap/domain/partner/personal-record.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { utcDate } from '@mandap/domain/time/days.ts'
import type { FastifyInstance } from 'fastify'
import { appendAuditEntries } from '../audit/append.ts'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'
import { withTimeLimit } from '../database/serving.ts'
import type { PersonLinkRequest } from '../database/tables.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import { type ExportLink, findPersonLink, linkIsOver, makeLink, useLink } from '../export/link.ts'
import { allowExport, exportsBusy } from '../export/refusal.ts'
import { sendFile } from '../export/send-file.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { registerRoute } from '../http/route.ts'
import type { SendMail } from '../mail/mail.ts'
import { awaitErasures, isErased } from '../records/erased.ts'
import { requireElevation } from '../super-admin/elevation.ts'
import { openPersonFile, type PersonFile } from './export-file.ts'
import { findPerson, PERSON_KINDS, personMissing, QUERY_MS } from './find.ts'
import { personExportedMail } from './mails.ts'
import { notifySuperAdmins } from './notify-super-admins.ts'

interface Dependencies {
  db: Database
  store: EncryptedStore
  mail: SendMail
  numbers: readonly AuthorisedNumber[]
  now: () => Date
}

/** Maximum number of exports of a person at once in this process. Each uses a connection until its documents follow. */
const MAX_AT_ONCE = 2

type PersonLink = ExportLink<PersonLinkRequest>

interface SentFile {
  file: PersonFile
  zip: Readable
}

/** Registers the calls that export everything that is stored about one person: one creates a secret, the other reads the file with it. */
export function registerPersonExports(
  app: FastifyInstance,
  { db, store, mail, numbers, now }: Dependencies,
): void {
  const { log } = app
  const afterAnswer = workAfterAnswers(app)
  let underWay = 0

  registerRoute(app, 'POST /person-exports', async (request, reply) => {
    const { administrator, body } = request
    const { number: elevation } = await requireElevation(db, request, now())
    await allowExport(db, administrator.id, now())
    if (!(await findPerson(db, body))) throw personMissing(body)
    // the link cannot show why it fails
    await keysOf(db).current(db)
    const at = now()
    const fileName = personFileName(body, utcDate(at))
    const link = await makeLink(
      db,
      administrator,
      {
        request: { ...body, reason: maskNote(clean(body.reason)), of: 'person', elevation },
        fileName,
      },
      at,
    )
    reply.code(201)
    const { secret, expiresAt } = link
    const url = '/person-exports/file'
    return { data: { url, secret, name: fileName, expiresAt: expiresAt.toISOString() } }
  })

  registerRoute(app, 'POST /person-exports/file', async (request, reply) => {
    // the client may have left before there is anything to send
    const isWhole = new Promise<boolean>((resolve) =>
      reply.raw.once('close', () => resolve(reply.raw.writableFinished)),
    )
    const { secret } = request.body
    const link = await findPersonLink(db, secret, now())
    if (underWay >= MAX_AT_ONCE) throw exportsBusy()
    underWay += 1
    try {
      const limited = withTimeLimit(db, QUERY_MS)
      const file = await openPersonFile(limited, store, link.request, now())
      if (!file) throw personMissing(link.request)
      try {
        await db.transaction().execute(async (trx) => {
          // an entry with the name must not follow an erasure
          await awaitErasures(trx)
          const person = await findPerson(trx, link.request)
          if (!person || isErased(person.body) !== file.isErased) throw linkIsOver()
          await useLink(trx, secret, now())
          await appendAuditEntries(trx, exportEntry(link, file))
        })
      } catch (error) {
        await file.close()
        throw error
      }
      // only now, because nobody would handle the failure of one that is not sent
      const zip = file.zip()
      afterAnswer(
        finish(isWhole, link, { file, zip }).catch((error: unknown) =>
          reply.log.error({ err: error }, 'The end of an export could not be recorded.'),
        ),
      )
      // oxlint-disable-next-line typescript/return-await -- `finish` handles a failure while sending
      return sendFile(reply, { type: 'application/zip', fileName: link.fileName }, zip)
    } catch (error) {
      underWay -= 1
      throw error
    }
  })

  /** Cleans up after the answer, records one that was not sent completely, and notifies the Super Admins. */
  async function finish(isWhole: Promise<boolean>, link: PersonLink, sent: SentFile) {
    // at the same time, so that a slow mail server does not delay the next export
    const notified = notifySuperAdmins({ mail, numbers, log }, (to) =>
      personExportedMail(to, { ...link.request, by: link.by }),
    )
    await Promise.all([notified, recordEnd(isWhole, link, sent)])
  }

  async function recordEnd(isWhole: Promise<boolean>, link: PersonLink, { file, zip }: SentFile) {
    const wasWhole = await isWhole
    zip.destroy()
    try {
      await file.close()
    } finally {
      underWay -= 1
    }
    if (wasWhole) return
    await db.transaction().execute(async (trx) => {
      await awaitErasures(trx)
      // the person may have been erased during the download
      const person = await findPerson(trx, link.request)
      const name = person ? PERSON_KINDS[link.request.subject].nameOf(person.body) : ''
      await appendAuditEntries(trx, exportEntry(link, { ...file, name }, false))
    })
  }
}

function exportEntry(
  { by, request }: PersonLink,
  { name, counts }: Pick<PersonFile, 'name' | 'counts'>,
  isWhole = true,
) {
  return {
    by,
    kind: 'exportPerson',
    subject: request.subject,
    subjectId: request.id,
    subjectName: name,
    after: { ...counts, ...(!isWhole && { complete: false }) },
    reason: request.reason,
    elevation: request.elevation,
  } as const
}
