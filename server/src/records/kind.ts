import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Columns } from '../database/columns.ts'

/** A kind of record: where its rows are, and what domain says of one. */
export interface RecordKind<F extends { id: string } = { id: string }> {
  table: 'booking' | 'partner' | 'app_user' | 'temp_partner'
  /** How the activity names it. */
  subject: 'booking' | 'partner' | 'user' | 'tempPartner'
  columns: Columns<F>
  /** Facts of text that stand in an index, and the field of the record that each comes from. */
  indexed: Partial<Record<keyof F & string, string>>
  factsOf: (record: JsonObject) => F
  /** What people call one. */
  nameOf: (record: JsonObject) => string
}
