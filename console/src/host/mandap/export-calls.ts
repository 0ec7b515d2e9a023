import { readObject, readOne, readText } from '@mandap/domain/wire/read.ts'
import { ask, type Line } from '../call.ts'
import type { ExportedFile, ExportRequest, ListToExport } from '../export.ts'
import { ApiError } from '../api-error.ts'
import { auditQuery } from './audit-query.ts'
import { bookingsQuery } from './bookings-query.ts'
import { partnersQuery } from './partners-query.ts'
import { usersQuery } from './users-query.ts'

/** Has our own server make a link to the whole list. */
export async function exportList(
  line: Line,
  { list, format, today }: ExportRequest,
): Promise<ExportedFile> {
  const body = { of: list.of, query: queryOf(list), format, timeZone: today.timeZone }
  const json = readObject(readOne(await ask(line, 'POST', '/exports', { body })))
  const [path, name] = [readText(json['url']), readText(json['name'])]
  if (path === '' || name === '') throw new ApiError('malformed', { call: 'POST /exports' })
  return { url: /^https?:/.test(path) ? path : `${line.base}${path}`, name }
}

function queryOf(list: ListToExport): Record<string, string | undefined> {
  switch (list.of) {
    case 'bookings':
      return bookingsQuery(list.listing)
    case 'partners':
      return partnersQuery(list.listing)
    case 'users':
      return usersQuery(list.listing)
    case 'activity':
      return auditQuery(list.filter)
  }
}
