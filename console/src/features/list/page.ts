import type { CallKey } from '@mandap/contract/calls.ts'
import { type CallAnswer, type CallRequest, malformed } from '@mandap/client/client.ts'

/** A page of a list with its parsed records. */
export interface Page<R> {
  rows: readonly R[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** The length of the whole list; null if the request had a cursor. */
  total: number | null
  /** False if the list has more rows than `total`, because the server stopped counting there. */
  totalIsExact?: boolean | undefined
}

interface PageAnswer {
  data: readonly unknown[]
  next: string | null
  total: number | null
  totalIsExact?: boolean
}

/** Parses the records of a page. */
export function pageFrom<R>(answer: PageAnswer, recordFrom: (json: unknown) => R): Page<R> {
  const { data, next, total, totalIsExact } = answer
  return { rows: data.map(recordFrom), next, total, totalIsExact }
}

type ListCall = Extract<CallKey, 'GET /bookings' | 'GET /partners'>

/** Returns the page of a call that can also answer a whole list. Throws `malformed` for a whole list. */
export function onlyPage<K extends ListCall>(
  answer: CallAnswer<K>,
  key: K,
  request: CallRequest<K>,
): PageAnswer {
  if (Array.isArray(answer)) throw malformed(key, request)
  return answer as PageAnswer
}
