/** The value of an index field. `''`, `null` and `[]` mean that the record has no value. */
export type IndexValue = string | number | boolean | null | readonly string[] | readonly number[]
export type IndexFields<R> = { readonly [K in keyof R]: IndexValue }

type FieldOf<R, V> = { [K in keyof R]: R[K] extends V ? K : never }[keyof R] & string
type TextField<R> = FieldOf<R, string>
type NumberField<R> = FieldOf<R, number | null>

/** A field and one of its possible values. */
type FieldValue<R> = {
  [K in keyof R & string]: [field: K, value: Extract<R[K], string | number | boolean>]
}[keyof R & string]

/**
 * A rule that selects records. `matches()` evaluates it here, the server's `toSql()` in PostgreSQL. A missing
 * number or date satisfies neither `from` nor `before`.
 */
export type Condition<R> =
  | { kind: 'all'; of: readonly Condition<R>[] }
  | { kind: 'any'; of: readonly Condition<R>[] }
  | { kind: 'not'; of: Condition<R> }
  | { kind: 'blank'; field: keyof R & string }
  | { kind: 'isOneOf'; field: keyof R & string; values: readonly string[] }
  | { kind: 'equals'; field: keyof R & string; value: string | number | boolean }
  | { kind: 'startsWith'; field: keyof R & string; prefix: string }
  | { kind: 'contains'; field: keyof R & string; part: string }
  | { kind: 'from'; field: keyof R & string; bound: number }
  | { kind: 'before'; field: keyof R & string; bound: number }

export function all<R>(...of: Condition<R>[]): Condition<R> {
  return { kind: 'all', of }
}

export function any<R>(...of: Condition<R>[]): Condition<R> {
  return { kind: 'any', of }
}

export function not<R>(of: Condition<R>): Condition<R> {
  return { kind: 'not', of }
}

export function blank<R>(field: keyof R & string): Condition<R> {
  return { kind: 'blank', field }
}

export function isOneOf<R>(field: TextField<R>, values: readonly string[]): Condition<R> {
  return { kind: 'isOneOf', field, values }
}

export function equals<R>(...[field, value]: FieldValue<R>): Condition<R> {
  return { kind: 'equals', field, value }
}

export function startsWith<R>(field: TextField<R>, prefix: string): Condition<R> {
  return { kind: 'startsWith', field, prefix }
}

export function contains<R>(field: TextField<R>, part: string): Condition<R> {
  return { kind: 'contains', field, part }
}

/** Selects records whose number or instant is at least `bound`. */
export function from<R>(field: NumberField<R>, bound: number): Condition<R> {
  return { kind: 'from', field, bound }
}

/** Selects records whose number or instant is less than `bound`. */
export function before<R>(field: NumberField<R>, bound: number): Condition<R> {
  return { kind: 'before', field, bound }
}

/** Selects records whose number or instant is in `[start, end)`. */
export function within<R>(
  field: NumberField<R>,
  { start, end }: { start: number; end: number },
): Condition<R> {
  return all(from(field, start), before(field, end))
}

/** Selects every record: the empty conjunction. */
export function everything<R>(): Condition<R> {
  return all()
}

/** Selects no record: the empty disjunction. */
export function nothing<R>(): Condition<R> {
  return any()
}
