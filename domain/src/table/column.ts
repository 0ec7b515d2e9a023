/** A column of an exported list: its heading, and the value of a record's cell. */
export type Column<R> =
  | { holds: 'text'; header: string; of: (record: R) => string }
  /** Text is that of a record whose value is no number. */
  | { holds: 'number'; header: string; of: (record: R) => number | string | null }
  /** Epoch milliseconds, exported in the administrator's time zone: date and time, or the day alone if it has no time. */
  | { holds: 'moment'; header: string; of: (record: R) => number | null; hasTime: HasTime<R> }

/** Returns whether the moment of a record has a time of day. `isMidnight` is that of the administrator. */
type HasTime<R> = (record: R, isMidnight: (instant: number) => boolean) => boolean

export function text<R>(header: string, of: (record: R) => string): Column<R> {
  return { holds: 'text', header, of }
}

export function number<R>(header: string, of: (record: R) => number | string | null): Column<R> {
  return { holds: 'number', header, of }
}

export function moment<R>(
  header: string,
  of: (record: R) => number | null,
  hasTime: HasTime<R> = () => true,
): Column<R> {
  return { holds: 'moment', header, of, hasTime }
}

/** Joins several texts in one cell. */
export function listed(texts: readonly string[]): string {
  return texts.join(', ')
}
