import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Columns } from '../database/columns.ts'

/** A table of records with columns of index fields. */
export interface IndexedTable<F extends { id: string } = { id: string }> {
  table: 'booking' | 'partner' | 'app_user' | 'temp_partner' | 'deleted_partner'
  columns: Columns<F>
  /** The text index fields that a database index contains, and the record field that each comes from. */
  indexed: Partial<Record<keyof F & string, string>>
  indexFieldsOf: (record: JsonObject) => F
}

/** A kind of record: its table, and the domain functions that read it. */
export interface RecordKind<F extends { id: string } = { id: string }> extends IndexedTable<F> {
  table: 'booking' | 'partner' | 'app_user' | 'temp_partner'
  /** The subject of its audit entries. */
  subject: 'booking' | 'partner' | 'user' | 'tempPartner'
  /** Returns the name that people use for the record. */
  nameOf: (record: JsonObject) => string
}
