import { type RawBuilder, sql } from 'kysely'

/*
 * A jump reads only the spans that contain the page. For example, a list has 300 records in the span A, 500 in B and 200 in
 * C, and a page of 50 records skips 790:
 * - The page has the records 791 to 840, which are in B (301 to 800) and C (801 to 1000).
 * - `page_range` is from the first key of B to the first key after C.
 * - Of its 700 records, 490 are before the page, and 210 remain from the first record of the page on.
 * - 51 records are read, which leave 159 after them. That is less than 490, so the range is read from its end.
 */

/** How many records of a list are in which spans of the key of its order, as SQL rows (`span`, `n`). */
export interface Spans {
  /** The exact numbers, by which a jump is found. */
  counts?: RawBuilder<unknown> | undefined
  /** In which spans a list has records, if long parts of the order have none. Pages skip those parts. */
  outline?: Outline | undefined
  /** A span is a number without so many of its lowest bits, or the first characters of a text. */
  bits: number | 'text'
}

interface Outline {
  /** The numbers, which may contain other records, too. */
  counts: RawBuilder<unknown>
  /** The SQL of a number that the list does not exceed, if an index finds its records, so that few can be found and sorted. */
  atMost?: RawBuilder<unknown> | undefined
}

/**
 * The most records of a list with an outline that are found and sorted. Reading them in order would test every record of the
 * outline's spans, of which each can have hundreds of thousands.
 */
const MAX_SORTED = 2000

/** Reads records from one end, and skips some of them. */
export interface Scan {
  isFromEnd: boolean
  skip: RawBuilder<unknown>
  limit: RawBuilder<unknown>
  /** The condition under which the page is read so. It is true for one of the scans. */
  when: RawBuilder<unknown>
  /** Whether few records match, so that they are found and sorted, and not read in order. */
  few: boolean
}

interface SpannedOrder {
  column: string
  descending: boolean
}

/** Finds the spans that contain the page. Nothing is read if the list has fewer records. */
export function jumpToPage(
  { order, skip, limit }: { order: SpannedOrder; skip: number; limit: number },
  counts: RawBuilder<unknown>,
  bits: Spans['bits'],
) {
  const { first, end } = boundsOf(bits)
  return {
    tables: sql`
      spans as (select span, sum(n) as n from (${counts}) as counted group by span),
      reached as (
        select n, ${first} as first, ${end} as "end",
          sum(n) over (order by span ${sql.raw(order.descending ? 'desc' : 'asc')}) as cumulative
        from spans
      ),
      page_range as materialized (
        select min(first) as first, max("end") as "end",
          ${skip} - min(cumulative - n)::bigint as before,
          max(cumulative)::bigint - ${skip} as remaining
        from reached where n > 0 and cumulative > ${skip} and cumulative - n <= ${skip + limit}
      ),`,
    where: isInRange(order),
    // one more than the page has, which says whether the list continues
    scans: scansOfRange(limit + 1),
    counted: sql`(select coalesce(sum(n), 0)::bigint from spans)`,
  }
}

/** Finds the range from the first to the last span that has records, and chooses how `scan` reads it. */
export function outlinedRange(
  order: SpannedOrder,
  { counts, atMost }: Outline,
  bits: Spans['bits'],
  scan: Scan,
) {
  const { first, end } = boundsOf(bits)
  const isFew = sql`(select few from page_range)`
  const few = atMost ? sql`(${atMost}) <= ${MAX_SORTED}` : sql`false`
  return {
    tables: sql`
      spans as (select span, sum(n) as n from (${counts}) as counted group by span),
      page_range as materialized (
        select min(first) as first, max("end") as "end", ${few} as few
        from (select n, ${first} as first, ${end} as "end" from spans) as bounds where n > 0
      ),`,
    where: isInRange(order),
    scans: [
      { ...scan, few: false, when: sql`not ${isFew}` },
      ...(atMost ? [{ ...scan, few: true, when: isFew }] : []),
    ],
  }
}

function isInRange({ column }: SpannedOrder): RawBuilder<boolean> {
  const key = sql.ref(column)
  return sql`(${key} >= (select first from page_range) and ${key} < (select "end" from page_range))`
}

/**
 * Reads the range of a page from the end that is nearer to the page, because a span can have hundreds of thousands of
 * records.
 */
function scansOfRange(most: number): Scan[] {
  const limit = sql`least(${most}, remaining)`
  const isNearEnd = sql`before > remaining - ${limit}`
  const ofRange = (value: RawBuilder<unknown>) => sql`(select ${value} from page_range)`
  return [
    {
      isFromEnd: false,
      skip: ofRange(sql`before`),
      limit: sql`${most}::bigint`,
      when: ofRange(sql`not (${isNearEnd})`),
      few: false,
    },
    {
      isFromEnd: true,
      skip: ofRange(sql`remaining - ${limit}`),
      limit: ofRange(sql`greatest(${limit}, 0)`),
      when: ofRange(isNearEnd),
      few: false,
    },
  ]
}

/** Returns the SQL of the first key of a span, and of the first one after it. */
function boundsOf(bits: Spans['bits']) {
  if (bits === 'text') return TEXT_BOUNDS
  const shift = sql.lit(bits)
  return { first: sql`span::bigint << ${shift}`, end: sql`(span::bigint + 1) << ${shift}` }
}

/** The bounds of a span of texts: its own first characters, and those of the next span. */
const TEXT_BOUNDS = {
  first: sql`span`,
  // no text that is short enough for an index comes after the last one
  end: sql`coalesce(lead(span) over (order by span), repeat(chr(1114111), 1000))`,
}
