import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/connection.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { awaitErasures } from '../records/erased.ts'
import { useLink } from './link.ts'
import { sendFile } from './send-file.ts'
import type { ExportSlots } from './slots.ts'

/** How much of an incomplete answer was sent: a part of the file, or nothing, not even the headers. */
export type Unsent = 'cut' | 'empty'

/** A file that is open for one answer. */
export interface OneTimeFile {
  type: string
  /** Begins to read the file. */
  content: () => Readable
  /** Appends the audit entry, in the transaction that uses the link. Throws if the file may not be sent any more. */
  record: (trx: Database) => Promise<void>
  /** Appends the audit entry of an answer that was not sent completely. */
  recordUnsent: (trx: Database, how: Unsent) => Promise<void>
  /** Notifies others of the export while the answer is sent. The slot does not wait for it. */
  notify?: () => Promise<void>
  /** Releases the connection. */
  close: () => Promise<void>
}

/** How the file of a secret is found and opened. */
interface FileOfSecret<Link> {
  secret: string
  /** Throws an `HttpError` if the secret is unknown, used or expired. */
  find: () => Promise<Link>
  open: (link: Link) => Promise<OneTimeFile>
}

interface Dependencies {
  db: Database
  slots: ExportSlots
  now: () => Date
}

/**
 * Returns the function that answers with the file of a secret. The secret is used and the export recorded before the answer
 * begins. An answer that is not sent completely is recorded again.
 */
export function oneTimeFiles(app: FastifyInstance, { db, slots, now }: Dependencies) {
  const afterAnswer = workAfterAnswers(app)

  return async function answer<Link extends { fileName: string }>(
    reply: FastifyReply,
    { secret, find, open }: FileOfSecret<Link>,
  ): Promise<FastifyReply> {
    // the client may have left before there is anything to send
    const closed = endOf(reply)
    const link = await find()
    const sent = await begin(secret, () => open(link))
    afterAnswer(
      finish(closed, sent).catch((error: unknown) =>
        reply.log.error({ err: error }, 'The end of an export could not be recorded.'),
      ),
    )
    const { type } = sent.file
    return sendFile(reply, { type, fileName: link.fileName }, sent.content)
  }

  /** Opens the file, records its export and begins to read it. */
  async function begin(secret: string, open: () => Promise<OneTimeFile>): Promise<SentFile> {
    const release = slots.take()
    try {
      const file = await open()
      return { file, content: await beginReading(secret, file), release }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Uses the secret, and begins to read the file. Closes it if that fails. */
  async function beginReading(secret: string, file: OneTimeFile): Promise<Readable> {
    try {
      await db.transaction().execute(async (trx) => {
        // an entry that names a person must not follow their erasure
        await awaitErasures(trx)
        await useLink(trx, secret, now())
        await file.record(trx)
      })
      // not before the commit: nobody would handle an error of a stream that is never sent
      return file.content()
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async function finish(closed: Promise<Unsent | 'whole'>, sent: SentFile): Promise<void> {
    // at the same time, so that a slow mail server does not delay the next export
    await Promise.all([sent.file.notify?.(), recordEnd(closed, sent)])
  }

  async function recordEnd(
    closed: Promise<Unsent | 'whole'>,
    { file, content, release }: SentFile,
  ): Promise<void> {
    const how = await closed
    content.destroy()
    try {
      await file.close()
    } finally {
      release()
    }
    if (how === 'whole') return
    await db.transaction().execute(async (trx) => {
      await awaitErasures(trx)
      await file.recordUnsent(trx, how)
    })
  }
}

interface SentFile {
  file: OneTimeFile
  content: Readable
  release: () => void
}

function endOf({ raw }: FastifyReply): Promise<Unsent | 'whole'> {
  return new Promise((resolve) => {
    raw.once('close', () =>
      resolve(raw.writableFinished ? 'whole' : raw.headersSent ? 'cut' : 'empty'),
    )
  })
}
