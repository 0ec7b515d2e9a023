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
import { type ExportLink, findPersonLink, linkIsOver, makeLink } from '../export/link.ts'
import { oneTimeFiles } from '../export/one-time-file.ts'
import { allowExport } from '../export/refusal.ts'
import type { ExportSlots } from '../export/slots.ts'
import { registerRoute } from '../http/route.ts'
import type { SendMail } from '../mail/mail.ts'
import { isErased } from '../records/erased.ts'
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
  slots: ExportSlots
  now: () => Date
}

type PersonLink = ExportLink<PersonLinkRequest>

/** Registers the calls that export everything that is stored about one person: one creates a secret, the other reads the file with it. */
export function registerPersonExports(
  app: FastifyInstance,
  { db, store, mail, numbers, slots, now }: Dependencies,
): void {
  const { log } = app
  const answerFile = oneTimeFiles(app, { db, slots, now })

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

  registerRoute(app, 'POST /person-exports/file', ({ body: { secret } }, reply) =>
    answerFile(reply, {
      secret,
      find: () => findPersonLink(db, secret, now()),
      async open(link) {
        const { request } = link
        const file = await openPersonFile(withTimeLimit(db, QUERY_MS), store, request, now())
        if (!file) throw personMissing(request)
        return {
          type: 'application/zip',
          content: file.zip,
          async record(trx) {
            const person = await findPerson(trx, request)
            if (!person || isErased(person.body) !== file.isErased) throw linkIsOver()
            await appendAuditEntries(trx, exportEntry(link, file))
          },
          async recordUnsent(trx) {
            // the person may have been erased during the download
            const person = await findPerson(trx, request)
            const name = person ? PERSON_KINDS[request.subject].nameOf(person.body) : ''
            await appendAuditEntries(trx, exportEntry(link, { ...file, name }, false))
          },
          notify: () =>
            notifySuperAdmins({ mail, numbers, log }, (to) =>
              personExportedMail(to, { ...request, by: link.by }),
            ),
          close: file.close,
        }
      },
    }),
  )
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
