import { maskNote } from '@mandap/domain/partner/personal-record.ts'
import { clean } from '@mandap/domain/text/text.ts'
import type { FastifyInstance } from 'fastify'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { withTimeLimit } from '../database/serving.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import { removeDocuments } from '../document-store/remove.ts'
import { exportErasures } from '../erasure-list/erasure-list.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { registerRoute } from '../http/route.ts'
import type { SendMail } from '../mail/mail.ts'
import { requireElevation } from '../super-admin/elevation.ts'
import { erasePerson } from './erase.ts'
import { personMissing, QUERY_MS } from './find.ts'
import { personErasedMail } from './mails.ts'
import { notifySuperAdmins } from './notify-super-admins.ts'

interface Dependencies {
  db: Database
  store: EncryptedStore
  mail: SendMail
  numbers: readonly AuthorisedNumber[]
  /** The file of the list of destructions. */
  erasureLog: string
  now: () => Date
}

/** Registers the call that erases everything that is stored about one person. */
export function registerErasures(
  app: FastifyInstance,
  { db, store, mail, numbers, erasureLog, now }: Dependencies,
): void {
  const { log } = app
  const afterAnswer = workAfterAnswers(app)

  registerRoute(app, 'POST /erasures', async (request) => {
    const { administrator, body } = request
    const { number: elevation } = await requireElevation(db, request, now())
    const done = { ...body, reason: maskNote(clean(body.reason)), by: administrator.email }
    const erased = await withTimeLimit(db, QUERY_MS)
      .transaction()
      .execute((trx) => erasePerson(trx, { ...done, elevation }, now()))
    if (!erased) throw personMissing(body)
    afterAnswer(finishErasure(erased.isNew ? done : null))
    const { erasedAt, bookings, documents } = erased
    return { data: { erasedAt: erasedAt.toISOString(), bookings, documents } }
  })

  /**
   * Copies the list of destructions, destroys the documents, and notifies the Super Admins. The copy and the destruction are
   * tried again each hour if they fail. A mail is not.
   */
  async function finishErasure(done: Parameters<typeof personErasedMail>[1] | null) {
    await exportErasures(db, erasureLog).catch((error: unknown) =>
      log.warn(
        { err: error },
        'The list of destructions is not in its file yet (ERASURE_LOG). The server tries again in an hour.',
      ),
    )
    await removeDocuments(db, store).catch((error: unknown) =>
      log.warn(
        { err: error },
        'Documents of an erased person could not be removed. The server tries again in an hour.',
      ),
    )
    if (done) await notifySuperAdmins({ mail, numbers, log }, (to) => personErasedMail(to, done))
  }
}
