/**
 * The header with those parameters of a query that do not belong in a URL, because proxies and logs keep URLs: names and
 * phone numbers that a person searches for, and cursors, which contain values of a record. Form-encoded, like a query.
 */
export const QUERY_HEADER = 'x-query'

/** The parameters that belong in a URL. The client sends any other one in the header, and the server logs none. */
export const URL_PARAMETERS: readonly string[] = [
  'list',
  'tab',
  'figure',
  'status',
  'eventDate',
  'service',
  'numberId',
  'numberPrefix',
  'sort',
  'limit',
  'skip',
  'today',
  'timeZone',
  'has',
  'group',
  'kind',
]
