import { ApiError } from '@mandap/client/api-error.ts'
import type { CallRequest } from '@mandap/client/client.ts'
import { decodeListToExport } from '@mandap/contract/codec/decode-export.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { BOOKING_COLUMNS } from '@mandap/domain/booking/export.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import { EXPORT_FORMATS } from '@mandap/domain/export/format.ts'
import { exportFileName, type ExportNames, exportNames } from '@mandap/domain/export/list.ts'
import { partnerColumns } from '@mandap/domain/partner/export.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { today } from '@mandap/domain/time/days.ts'
import { USER_COLUMNS } from '@mandap/domain/user/export.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { HostLists } from './host-lists.ts'

/** A list as a file, and the URL of its download. */
export interface ExportedFile {
  url: string
  name: string
  expiresAt: string
}

type ExportRequest = CallRequest<'POST /exports'>['body']

/** As long as a link of our own server is valid. The browser then frees the file. */
const URL_LASTS_MS = 2 * 60_000

/** Writes the file of a whole list. It is equal to the file that our server writes. */
export async function exportFile(request: ExportRequest, lists: HostLists): Promise<ExportedFile> {
  const exported = decodeListToExport(request)
  const fileOf = writerOf(request, exportNames(exported))
  switch (exported.of) {
    case 'bookings': {
      const records = (await lists.bookings.read()).all(exported.listing)
      return fileOf(BOOKING_COLUMNS, records, bookingFrom)
    }
    case 'partners': {
      const { listing } = exported
      const records = (await lists.partnersFor(listing.list).read()).all(listing)
      return fileOf(partnerColumns(listing.list), records, partnerFrom)
    }
    case 'users': {
      const [users, having] = await lists.usersFor(exported.listing)
      return fileOf(USER_COLUMNS, users.all(exported.listing, having), userFrom)
    }
    case 'activity':
      // a plain host has no audit log
      throw new ApiError('notFound', { call: 'POST /exports' })
  }
}

/** Returns a function that writes the records of a list to a file. */
function writerOf({ format, timeZone }: ExportRequest, list: ExportNames) {
  return async <R>(
    columns: readonly Column<R>[],
    records: Iterable<JsonObject>,
    read: (record: JsonObject) => R,
  ): Promise<ExportedFile> => {
    // loaded with the first export
    const { csvFile, xlsxFile } = await import('@mandap/contract/export-file.ts')
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
      name: exportFileName(list, date, format),
      expiresAt: new Date(Date.now() + URL_LASTS_MS).toISOString(),
    }
  }
}

function* eachRead<R>(records: Iterable<JsonObject>, read: (record: JsonObject) => R) {
  for (const record of records) yield read(record)
}
