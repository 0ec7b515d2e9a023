/** The SQL types of index fields. */
export const COLUMN_TYPES = {
  text: 'text',
  /** A text whose index has a letter in the place of each space (migration 0049). */
  joinedText: 'text',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  texts: 'text[]',
  smallIntegers: 'smallint[]',
} as const

export type ColumnType = keyof typeof COLUMN_TYPES

/** The column type of every index field. The column's name is the field's name in snake case. */
export type Columns<F> = { readonly [K in keyof F & string]: ColumnType }

export function columnName(value: string): string {
  return value.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
