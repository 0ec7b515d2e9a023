import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** The SQL types of facts. */
export const COLUMN_TYPES = {
  text: 'text',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  texts: 'text[]',
} as const

export type ColumnType = keyof typeof COLUMN_TYPES

/** The column of every fact; its name is the fact's in snake case. */
export type Columns<F> = { readonly [K in keyof F & string]: ColumnType }

export function columnName(fact: string): string {
  return fact.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** A kind of record: where its rows are, and what domain says of one. */
export interface RecordKind<F extends { id: string } = { id: string }> {
  table: 'booking' | 'partner' | 'app_user' | 'temp_partner'
  /** How the activity names it. */
  subject: 'booking' | 'partner' | 'user' | 'tempPartner'
  columns: Columns<F>
  /** Facts of text that stand in an index, and the field of the record that each comes from. */
  indexed: Partial<Record<keyof F & string, string>>
  factsOf: (record: JsonObject) => F
}
