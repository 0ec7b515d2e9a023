import { ApiError } from '@mandap/client/api-error.ts'
import { decodeBookingListing } from '@mandap/contract/codec/decode-bookings.ts'
import { decodePartnerListing } from '@mandap/contract/codec/decode-partners.ts'
import { QueryError } from '@mandap/contract/codec/query-error.ts'
import { decodeUserListing } from '@mandap/contract/codec/decode-users.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { BOOKING_COLUMNS } from '@mandap/domain/booking/export.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import { EXPORT_FORMATS, type ExportFormat } from '@mandap/domain/export/format.ts'
import { type ExportedList, exportFileName, listName } from '@mandap/domain/export/list.ts'
import { partnerColumns } from '@mandap/domain/partner/export.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { today } from '@mandap/domain/time/days.ts'
import { USER_COLUMNS } from '@mandap/domain/user/export.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { type JsonObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import type { HostLists } from './host-lists.ts'

/** A list as a file, and the URL of its download. */
export interface ExportedFile {
  url: string
  name: string
  expiresAt: string
}

/** As long as a link of our own server is valid. The browser then frees the file. */
const URL_LASTS_MS = 2 * 60_000

/** Writes the file of a whole list. It is equal to the file that our server writes. */
export async function exportFile(body: unknown, lists: HostLists): Promise<ExportedFile> {
  const request = readObject(body)
  const query = readObject(request['query'])
  switch (request['of']) {
    case 'bookings': {
      const listing = decodeBookingListing(query)
      if (listing.list === 'all' || listing.list === 'numbered')
        throw new QueryError('query', 'Bookings are exported by tab or list.')
      const records = (await lists.bookings.read()).all(listing)
      const list: ExportedList =
        listing.list === 'details'
          ? { of: 'bookings', list: 'details', tab: listing.filter.tab }
          : listing.list === 'counted'
            ? { of: 'bookings', list: 'counted', figure: listing.figure }
            : { of: 'bookings', list: listing.list }
      return fileOf(request, list, BOOKING_COLUMNS, records, bookingFrom)
    }
    case 'partners': {
      const listing = decodePartnerListing(query)
      const records = (await lists.partnersFor(listing.list).read()).all(listing)
      const list: ExportedList =
        listing.list === 'approval'
          ? { of: 'partners', list: 'approval', status: listing.status }
          : { of: 'partners', list: listing.list }
      return fileOf(request, list, partnerColumns(listing.list), records, partnerFrom)
    }
    case 'users': {
      const listing = decodeUserListing(query)
      const [users, having] = await lists.usersFor(listing)
      return fileOf(request, { of: 'users' }, USER_COLUMNS, users.all(listing, having), userFrom)
    }
    default:
      // a plain host has no audit log
      throw new ApiError('notFound', { call: 'POST /exports' })
  }
}

async function fileOf<R>(
  request: JsonObject,
  list: ExportedList,
  columns: readonly Column<R>[],
  records: Iterable<JsonObject>,
  read: (record: JsonObject) => R,
): Promise<ExportedFile> {
  // loaded with the first export
  const { csvFile, xlsxFile } = await import('@mandap/contract/export-file.ts')
  const format: ExportFormat = request['format'] === 'xlsx' ? 'xlsx' : 'csv'
  const timeZone = readText(request['timeZone'])
  const file = (format === 'csv' ? csvFile : xlsxFile)({
    columns,
    records: eachRead(records, read),
    timeZone,
  })
  const { type } = EXPORT_FORMATS[format]
  const blob = await new Response(file, { headers: { 'content-type': type } }).blob()
  const { date } = today(Date.now(), timeZone)
  const url = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(url), URL_LASTS_MS)
  return {
    url,
    name: exportFileName(listName(list), date, format),
    expiresAt: new Date(Date.now() + URL_LASTS_MS).toISOString(),
  }
}

function* eachRead<R>(records: Iterable<JsonObject>, read: (record: JsonObject) => R) {
  for (const record of records) yield read(record)
}
