import { Readable } from 'node:stream'
import type { ReadableStream as WebReadable } from 'node:stream/web'
import { identityOf, PERSON_SUBJECTS, type PersonReference } from '@mandap/domain/person/person.ts'
import { withPersonalValues } from '@mandap/domain/partner/personal-record.ts'
import { destroyedText, documentAddress } from '@mandap/domain/verification/document-address.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { makeZip } from 'client-zip'
import { type RawBuilder, sql } from 'kysely'
import { auditRecord } from '../audit/list.ts'
import type { Database } from '../database/connection.ts'
import type { AuditRow } from '../database/tables.ts'
import { openContent } from '../document/content.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import { cursorRows, openSnapshot } from '../export/rows.ts'
import { isErased } from '../records/erased.ts'
import { personalValuesOf } from '../records/personal-values.ts'
import {
  bookingsOfPerson,
  enteredByHand,
  findPerson,
  PERSON_KINDS,
  type PersonRow,
} from './find.ts'

/** The data of one person, as it is when it is opened. */
export interface PersonFile {
  /** The name that people use for the person. */
  name: string
  counts: { bookings: number; documents: number; entries: number }
  /** Whether the person had been erased before. */
  isErased: boolean
  /** Begins to read the data. */
  zip: () => Readable
  /** Releases the connection. */
  close: () => Promise<void>
}

interface Source {
  trx: Database
  person: PersonReference
  row: PersonRow
  store: EncryptedStore
  now: Date
  /** Releases the connection, which the documents do not need. */
  close: () => Promise<void>
}

/** Opens the data of a person as a ZIP file, which is written while it is read. Returns undefined if there is no record. */
export async function openPersonFile(
  db: Database,
  store: EncryptedStore,
  person: PersonReference,
  now: Date,
): Promise<PersonFile | undefined> {
  const { trx, close } = await openSnapshot(db)
  try {
    const row = await findPerson(trx, person)
    if (!row) {
      await close()
      return undefined
    }
    const counts = await countsOf(trx, person)
    const source = { trx, person, row, store, now, close }
    return {
      name: PERSON_KINDS[person.subject].nameOf(row.body),
      counts,
      isErased: isErased(row.body),
      zip: () => Readable.fromWeb(makeZip(entriesOf(source)) as WebReadable),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function countsOf(trx: Database, person: PersonReference): Promise<PersonFile['counts']> {
  const { rows } = await sql<PersonFile['counts']>`
    select
      (select count(*) from booking where ${bookingsOfPerson(person)}) as bookings,
      (select count(*) from document where ${documentsOf(person)}) as documents,
      (select count(*) from activity where ${entriesAbout(person)}) as entries`.execute(trx)
  return rows[0] ?? { bookings: 0, documents: 0, entries: 0 }
}

function documentsOf({ subject, id }: PersonReference): RawBuilder<boolean> {
  return subject === 'partner' ? sql<boolean>`partner_id = ${id}` : sql<boolean>`false`
}

function entriesAbout({ subject, id }: PersonReference): RawBuilder<boolean> {
  return sql<boolean>`subject = ${subject} and subject_id = ${id}`
}

/** Yields the files of the ZIP file, one after another. */
async function* entriesOf(source: Source) {
  const { trx, person, row, now, close } = source
  const file = (name: string, input: string | AsyncIterable<string>) => ({
    name,
    input,
    lastModified: now,
  })
  const documents = await trx
    .selectFrom('document')
    .select(['id', 'kind', 'name', 'type', 'size', 'specimen', 'stored_sha256'])
    .select(['destroyed_at', 'destroyed_after_days'])
    .select(['created_at', 'created_by'])
    .where(documentsOf(person))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const named = documents.map((document) => ({ ...document, path: documentPath(document) }))
  const byHand = await enteredByHand(trx, person, identityOf(row.body))
  yield file('README.txt', readme(person, now))
  yield file('record.json', json(await wholeRecord(trx, person, row)))
  if (byHand.length > 0) yield file('entered-by-hand.json', json(byHand.map(({ body }) => body)))
  yield file('bookings.json', jsonList(bookingRows(trx, person)))
  yield file('activity.json', jsonList(auditRows(trx, person)))
  if (person.subject === 'partner')
    yield file(
      'documents.json',
      json(
        named.map(({ id, kind, name, type, size, path, created_at, created_by }) => ({
          file: path,
          field: kind,
          address: documentAddress(id),
          name,
          type,
          size,
          storedAt: created_at.toISOString(),
          storedBy: created_by,
        })),
      ),
    )
  // a slow reader of many documents must not hold a connection
  await close()
  for (const document of named) yield contentOf(source.store, document)
}

async function wholeRecord(trx: Database, { subject, id }: PersonReference, { body }: PersonRow) {
  return withPersonalValues(body, await personalValuesOf(trx, subject, id))
}

async function* bookingRows(trx: Database, person: PersonReference): AsyncGenerator<JsonObject> {
  const query = sql<{ body: JsonObject }>`
    select body from booking where ${bookingsOfPerson(person)} order by booked_at, id`
  for await (const { body } of cursorRows(trx, query)) yield body
}

async function* auditRows(trx: Database, person: PersonReference) {
  const query = sql<AuditRow>`select * from activity where ${entriesAbout(person)} order by id`
  for await (const row of cursorRows(trx, query)) yield auditRecord(row)
}

type NamedDocument = Parameters<typeof openContent>[1] & {
  path: string
  size: number
  created_at: Date
  destroyed_at: Date | null
  destroyed_after_days: number | null
}

async function contentOf(store: EncryptedStore, document: NamedDocument) {
  const { path, size, created_at: lastModified, destroyed_at, destroyed_after_days } = document
  if (destroyed_at)
    return {
      name: `${path}.destroyed.txt`,
      input: `${destroyedText(destroyed_at, destroyed_after_days)}\n`,
      lastModified,
    }
  const content = await openContent(store, document, { start: 0, end: size - 1 })
  return content
    ? { name: path, input: content as AsyncIterable<Uint8Array>, lastModified }
    : { name: `${path}.missing.txt`, input: 'The file is missing from the store.\n', lastModified }
}

/** Returns a path that is safe on every system: no part of it was chosen by a stranger. */
function documentPath({ id, kind, name }: { id: string; kind: string; name: string }): string {
  const [extension = ''] = /\.[a-z\d]{1,5}$/i.exec(name) ?? []
  return `documents/${kind.replace(/Url$/, '')}-${id}${extension.toLowerCase()}`
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item, null, 2)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

function readme({ subject, id }: PersonReference, now: Date): string {
  const lines = [
    `What Mandap stores about the ${PERSON_SUBJECTS[subject]} ${id}, on ${now.toISOString()} (UTC).`,
    '',
    'record.json           The record of the person. Personal numbers are whole.',
    'entered-by-hand.json  Records of the same person that were entered by hand, if there are any.',
    `bookings.json         The bookings of the ${PERSON_SUBJECTS[subject]}, oldest first.`,
    'activity.json         What administrators and imports did with the record, oldest first. Personal numbers are masked.',
    ...(subject === 'partner'
      ? [
          'documents.json        The documents: their files, when they were stored and by whom.',
          'documents/            The files of the documents, replaced ones included.',
        ]
      : []),
    '',
    'The JSON files are UTF-8 text, which every text editor opens. Times are in UTC.',
    'This file has personal data. Store it encrypted, hand it to the person only, and delete it afterwards.',
    '',
  ]
  return lines.join('\r\n')
}
