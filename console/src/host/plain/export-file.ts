import { BOOKING_COLUMNS } from '@mandap/domain/booking/export.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import { EXPORT_FORMATS } from '@mandap/domain/export/format.ts'
import { partnerColumns } from '@mandap/domain/partner/export.ts'
import { USER_COLUMNS } from '@mandap/domain/user/export.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { User } from '@mandap/domain/user/user.ts'
import type { ExportRequest } from '../export.ts'
import { ApiError } from '../api-error.ts'
import type { BookingList } from './booking-list.ts'
import type { PartnerList } from './partner-list.ts'

/** Where the whole lists are. */
interface Sources {
  bookings: () => Promise<BookingList>
  partners: (list: string) => Promise<PartnerList>
  users: (listing: UserListing) => Promise<Iterable<User>>
}

/** The file of a list of which the host has no export of its own: the same that our server would write. */
export async function exportFile(request: ExportRequest, sources: Sources): Promise<Blob> {
  const { list } = request
  switch (list.of) {
    case 'bookings':
      return fileOf(request, BOOKING_COLUMNS, (await sources.bookings()).all(list.listing))
    case 'partners': {
      const { listing } = list
      const partners = await sources.partners(listing.list)
      return fileOf(request, partnerColumns(listing.list), partners.all(listing))
    }
    case 'users':
      return fileOf(request, USER_COLUMNS, await sources.users(list.listing))
    case 'activity':
      // a plain host keeps none
      throw new ApiError('notFound')
  }
}

async function fileOf<R>(
  { format, today }: ExportRequest,
  columns: readonly Column<R>[],
  records: Iterable<R>,
): Promise<Blob> {
  // few export, so few load what writes files
  const { csvFile, xlsxFile } = await import('@mandap/contract/export-file.ts')
  const write = format === 'csv' ? csvFile : xlsxFile
  const file = write({ columns, records, timeZone: today.timeZone })
  const { type } = EXPORT_FORMATS[format]
  return new Response(file, { headers: { 'content-type': type } }).blob()
}
