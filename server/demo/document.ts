import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentId, SAMPLE_FILES, sampleOf } from '@mandap/demo/document.ts'
import { DOCUMENT_FIELDS } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../src/database/connection.ts'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'

/** Adds the documents of partners from the index `start` on, and keeps those that exist. */
export async function addDocuments(
  db: Database,
  start: number,
  partners: Iterable<JsonObject>,
): Promise<void> {
  const measured = await measuredSamples()
  let rows: unknown[] = []
  let index = start
  for (const partner of partners) {
    for (const field of DOCUMENT_FIELDS.filter((each) => Object.hasOwn(partner, each))) {
      const { file, type } = sampleOf(index, field)
      const id = documentId(index, field)
      const about = { partner_id: partner['_id'], kind: field, name: file, specimen: file }
      rows.push({ id, ...about, type, ...measured.get(file) })
    }
    index += 1
    if (rows.length < ROWS_AT_ONCE) continue
    await insertDocuments(db, rows)
    rows = []
  }
  await insertDocuments(db, rows)
}

const ROWS_AT_ONCE = 5000

async function insertDocuments(db: Database, rows: readonly unknown[]) {
  await sql`
    insert into document (id, partner_id, kind, name, type, specimen, size, sha256, created_by)
    select id, partner_id, kind, name, type, specimen, size, decode(sha256, 'hex'), 'demonstration data'
    from json_to_recordset(${JSON.stringify(rows)}::json) as made(id text, partner_id text,
      kind text, name text, type text, specimen text, size bigint, sha256 text)
    on conflict (id) do nothing`.execute(db)
}

async function measuredSamples() {
  const measured = SAMPLE_FILES.map(async (file) => {
    const content = await readFile(join(SAMPLE_FOLDER, file))
    const sha256 = createHash('sha256').update(content).digest('hex')
    return [file, { size: content.length, sha256 }] as const
  })
  return new Map(await Promise.all(measured))
}
