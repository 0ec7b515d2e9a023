import { BOOKING_COLUMNS } from '@mandap/domain/booking/export.ts'
import type { ListToExport } from '@mandap/contract/codec/export.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { csvCells } from '@mandap/domain/table/cells.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import { partnerColumns } from '@mandap/domain/partner/export.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { USER_COLUMNS } from '@mandap/domain/user/export.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import { type Page, type RecordCalls, recordCalls } from './record-calls.ts'
import { BUSY_PARTNER, BUSY_USER, TODAY } from './seed.ts'

interface ExportingClient {
  client: Client
  /** Requests the file of an export. */
  readExport(file: { url: string; secret?: string | undefined }): Promise<Response>
}

const BOOKINGS: BookingListing[] = [
  { list: 'details', filter: { tab: 'booked' }, today: TODAY },
  { list: 'details', filter: { tab: 'upcoming', sort: 'oldest' }, today: TODAY },
  { list: 'details', filter: { tab: 'booked', service: 'Catering' }, today: TODAY },
  { list: 'ended', filter: { sort: 'oldest' }, today: TODAY },
  { list: 'counted', figure: 'group-pending', filter: { sort: 'oldest' }, today: TODAY },
  { list: 'found', search: 'zoya' },
  { list: 'expired', now: Date.parse('2026-11-21T06:30:00.000Z') },
  { list: 'ofPartner', partnerId: BUSY_PARTNER },
  { list: 'ofUser', userId: BUSY_USER, group: 'pending', today: TODAY },
]

const PARTNERS: PartnerListing[] = [
  { list: 'approval', status: 'AKYC' },
  { list: 'approved', search: 'jaipur' },
  { list: 'guest' },
  { list: 'gst' },
  { list: 'inProgress' },
]

const USERS: UserListing[] = [{}, { search: 'a' }, { has: { group: 'pending', today: TODAY } }]

/** Tests that an export contains exactly the rows of its list, in the order of the list. */
export function exportSuite(host: () => ExportingClient): void {
  let calls: RecordCalls
  beforeAll(() => {
    calls = recordCalls(host().client)
  })

  async function exported(list: ListToExport, format: 'csv' | 'xlsx') {
    const { name, ...file } = await calls.exportList(list, format, TODAY.timeZone)
    const answer = await host().readExport(file)
    expect(answer.status).toBe(200)
    return { name, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  async function csvOf(list: ListToExport) {
    const { bytes } = await exported(list, 'csv')
    return parseCsv(new TextDecoder().decode(bytes))
  }

  /** Returns the expected rows of the file of a list that fits in a page. */
  function shown<R>(columns: readonly Column<R>[], { rows, total }: Page<R>) {
    if (rows.length !== total) throw new Error('The list is longer than a page.')
    const { headers, cells } = csvCells(columns, TODAY.timeZone)
    return [headers, ...rows.map((row) => cells(row).map((cell) => String(cell ?? '')))]
  }

  describe('exports', () => {
    test.each(BOOKINGS)('bookings %j', async (listing) => {
      const page = await calls.bookingsPage({ listing, limit: 200 })
      expect(await csvOf({ of: 'bookings', listing })).toEqual(shown(BOOKING_COLUMNS, page))
    })

    test.each(PARTNERS)('partners %j', async (listing) => {
      const page = await calls.partnersPage({ listing, limit: 200 })
      const columns = partnerColumns(listing.list)
      expect(await csvOf({ of: 'partners', listing })).toEqual(shown(columns, page))
    })

    test.each(USERS)('users %j', async (listing) => {
      const page = await calls.usersPage({ listing, limit: 200 })
      expect(await csvOf({ of: 'users', listing })).toEqual(shown(USER_COLUMNS, page))
    })

    test('can be a workbook, which is named after the list', async () => {
      const listing: BookingListing = { list: 'details', filter: { tab: 'booked' }, today: TODAY }
      const { total } = await calls.bookingsPage({ listing, limit: 1 })
      const { name, bytes } = await exported({ of: 'bookings', listing }, 'xlsx')
      expect(name).toMatch(/^bookings-booked-\d{4}-\d\d-\d\d\.xlsx$/)
      const [sheet] = (await readXlsx(bytes)).sheets
      expect(sheet?.rows).toHaveLength((total ?? 0) + 1)
    })
  })
}
