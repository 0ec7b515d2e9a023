import { QUERY_HEADER } from '@mandap/contract/url-parameters.ts'
import type { Request } from '@playwright/test'

/** Returns the parameters of a call: those of its URL, and those that the client sends in a header. */
export function queryOf(request: Request): URLSearchParams {
  const query = new URL(request.url()).searchParams
  for (const [name, value] of new URLSearchParams(request.headers()[QUERY_HEADER] ?? ''))
    query.append(name, value)
  return query
}
