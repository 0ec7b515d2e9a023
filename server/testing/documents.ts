import type { Insertable } from 'kysely'
import type { Database } from '../src/database/connection.ts'
import type { DocumentTable } from '../src/database/tables.ts'

/** Stores the row of a document, without its file. Returns the document's id. */
export async function storedDocument(
  db: Database,
  given: Partial<Insertable<DocumentTable>> = {},
): Promise<string> {
  const row = {
    id: crypto.randomUUID().replaceAll('-', '').slice(0, 24),
    partner_id: 'none',
    kind: 'aadharUrl',
    name: 'card.png',
    type: 'image/png',
    size: 1,
    sha256: Buffer.alloc(32),
    created_by: 'test',
    ...given,
  } as const
  await db.insertInto('document').values(row).execute()
  return row.id
}
