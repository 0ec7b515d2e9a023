import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import { type ExportedList, exportFileName, listName } from '@mandap/domain/export/list.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { AuditFilter } from './host.ts'

/** A list as a screen filters it. */
export type ListToExport =
  | { of: 'bookings'; listing: BookingListing }
  | { of: 'partners'; listing: PartnerListing }
  | { of: 'users'; listing: UserListing }
  | { of: 'activity'; filter: AuditFilter }

export interface ExportRequest {
  list: ListToExport
  format: ExportFormat
  /** The operator's: the file shows their clock, and is named after their day. */
  today: Today
}

/** A file to download: `url` may be good only once, so the browser itself should fetch it. */
export interface ExportedFile {
  url: string
  name: string
}

/** The file's name, where the console makes the file. */
export function fileNameOf({ list, format, today }: ExportRequest): string {
  return exportFileName(listName(exportedList(list)), today.date, format)
}

function exportedList(list: ListToExport): ExportedList {
  switch (list.of) {
    case 'bookings': {
      const { listing } = list
      return listing.list === 'details'
        ? { of: 'bookings', list: 'details', tab: listing.filter.tab }
        : { of: 'bookings', list: listing.list }
    }
    case 'partners':
      return { of: 'partners', ...list.listing }
    case 'users':
    case 'activity':
      return { of: list.of }
  }
}
