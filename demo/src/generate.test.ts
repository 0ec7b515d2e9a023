import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { expiredBookings } from '@mandap/domain/booking/expiry.ts'
import { type BookingIndex, bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import {
  bookingsListed,
  bookingsNumbered,
  bookingsWithin,
  EVENT_DATE_RANGES,
  type EventDateRange,
} from '@mandap/domain/booking/filter.ts'
import { BOOKING_GROUP_NAMES, bookingsInGroup } from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_STATUSES, isBookingStatus } from '@mandap/domain/booking/status.ts'
import { BOOKING_TABS, type BookingTab, bookingsInTab } from '@mandap/domain/booking/tab.ts'
import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import {
  approvedPartners,
  gstRequests,
  guestPartners,
  partnersInProgress,
  partnersToApprove,
} from '@mandap/domain/partner/list.ts'
import { APPROVAL_TABS } from '@mandap/domain/partner/tab.ts'
import { type Partner, partnerFrom } from '@mandap/domain/partner/partner.ts'
import { isGuest, PLANS, planBadge } from '@mandap/domain/partner/plan.ts'
import { REGISTRATION_ITEMS } from '@mandap/domain/partner/registration.ts'
import { PARTNER_STATUSES } from '@mandap/domain/partner/status.ts'
import type { Condition, IndexFields } from '@mandap/domain/rule/condition.ts'
import { localDate, startOfDay, type Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import {
  isDecided,
  type StepItem,
  STEPS,
  stepsOf,
  whyClosed,
} from '@mandap/domain/verification/step.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { describe, expect, test } from 'vitest'
import { demoCounts, generate } from './generate.ts'

const today: Today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const now = startOfDay(today.date, today.timeZone) + 15 * 3_600_000

function demo(on = today, bookings = 2000, at?: number) {
  const {
    users,
    partners,
    tempPartners,
    bookings: made,
  } = generate(on, demoCounts(bookings), undefined, at)
  return {
    users: [...users],
    partners: [...partners],
    tempPartners: [...tempPartners],
    bookings: [...made],
  }
}

const wire = demo()
const bookings = wire.bookings.map(bookingFrom)
const partners = wire.partners.map(partnerFrom)
const indexFields = bookings.map(bookingIndex)
const partnerIndexOfAll = partners.map(partnerIndex)

const many = [...generate(today, demoCounts(20_000)).bookings]

function count<F extends IndexFields<F>>(condition: Condition<F>, all: readonly F[]): number {
  return all.filter((each) => matches(condition, each)).length
}

describe('the demonstration data', () => {
  test('has 2,000 bookings, 300 partners, 1,500 users and a few temp partners', () => {
    expect([wire.bookings, wire.partners, wire.users].map(({ length }) => length)).toEqual([
      2000, 300, 1500,
    ])
    expect(wire.tempPartners.length).toBeGreaterThan(3)
  })

  test('is JSON, and every record has a unique id', () => {
    const all = Object.values(wire).flat()
    expect(JSON.parse(JSON.stringify(all))).toEqual(all)
    expect(new Set(all.map(readId)).size).toBe(all.length)
  })

  test('is identical for the same day', () => {
    expect(JSON.stringify(demo())).toBe(JSON.stringify(wire))
  })

  test('moves its dates with today, and keeps ids, people and numbers', () => {
    const later = demo({ date: '2027-03-02', timeZone: 'Asia/Kolkata' })
    expect(later.partners).toEqual(wire.partners)
    expect(later.users).toEqual(wire.users)
    expect(later.bookings.map(readId)).toEqual(wire.bookings.map(readId))
    const newest = Math.max(...later.bookings.map((json) => bookingFrom(json).createdAt ?? 0))
    expect(localDate(newest, today.timeZone)).toBe('2027-03-02')
  })

  test('begins with the same records if there are more of them', () => {
    const more = demo(today, 5000)
    expect(more.bookings.slice(0, 2000)).toEqual(wire.bookings)
    expect(more.partners.slice(0, 300)).toEqual(wire.partners)
    const { bookings: added } = generate(today, demoCounts(5000), demoCounts(2000))
    expect([...added]).toEqual(more.bookings.slice(2000))
  })
})

describe('its bookings', () => {
  test.each(Object.keys(BOOKING_STATUSES))('have the status %s', (status) => {
    expect(bookings.filter((booking) => booking.status === status).length).toBeGreaterThan(4)
  })

  test('have unknown statuses and none at all', () => {
    expect(bookings.filter(({ status }) => status === '').length).toBeGreaterThan(0)
    expect(
      bookings.filter(({ status }) => status !== '' && !isBookingStatus(status)).length,
    ).toBeGreaterThan(0)
  })

  const tabs = Object.keys(BOOKING_TABS) as BookingTab[]
  test.each(tabs.flatMap((tab) => SERVICE_CATEGORIES.map((service) => ({ tab, service }))))(
    'fill the tab $tab under the service $service',
    ({ tab, service }) => {
      expect(count(bookingsListed({ tab, service }, today), indexFields)).toBeGreaterThan(1)
    },
  )

  test('show both Photography and Catering in every tab', () => {
    for (const tab of tabs) {
      const inTab = bookingsListed({ tab }, today)
      const listed = indexFields.filter((each) => matches(inTab, each))
      expect(listed.some(({ photography, catering }) => photography && catering)).toBe(true)
    }
  })

  test.each(Object.keys(EVENT_DATE_RANGES) as EventDateRange[])('fall into %s', (range) => {
    expect(count(bookingsWithin(range, today), indexFields)).toBeGreaterThan(10)
  })

  test.each(BOOKING_GROUP_NAMES)('fill the group %s', (group) => {
    expect(count(bookingsInGroup(group, today), indexFields)).toBeGreaterThan(5)
  })

  test('include dates six and seven days ago, and 7 and 8 whole days ahead', () => {
    const begins = new Set(bookings.map(({ dateFrom }) => dateFrom))
    expect(begins).toContain(startOfDay('2026-11-15', today.timeZone))
    expect(begins).toContain(startOfDay('2026-11-15', today.timeZone) - 60_000)
    const past = indexFields.filter(({ dateFrom }) => dateFrom !== null && dateFrom < now)
    expect(past.filter(({ leadDays }) => leadDays === 7).length).toBeGreaterThan(0)
    expect(past.filter(({ leadDays }) => leadDays === 8).length).toBeGreaterThan(0)
    expect(count(expiredBookings(now), indexFields)).toBeGreaterThan(100)
  })

  test('lack dateFrom, dateTo or createdAt, a customer, a partner', () => {
    const lacking = (lacks: (booking: Booking) => boolean) => bookings.filter(lacks).length
    expect(lacking(({ dateFrom }) => dateFrom === null)).toBeGreaterThan(2)
    expect(lacking(({ dateFrom, dateTo }) => dateFrom !== null && dateTo === null)).toBe(2)
    expect(lacking(({ createdAt }) => createdAt === null)).toBe(2)
    expect(lacking(({ userId }) => userId === '')).toBe(1)
    expect(lacking(({ partnerId }) => partnerId === '')).toBeGreaterThan(10)
  })

  test('name the customer as userId, user_id, customerId and customer_id', () => {
    for (const spelling of ['userId', 'user_id', 'customerId', 'customer_id'])
      expect(wire.bookings.some((json) => spelling in json)).toBe(true)
  })

  test('refer to users that exist, and to partners by their name and mobile', () => {
    const users = new Set(wire.users.map((json) => userFrom(json).id))
    const known = new Map<string, Partner>(
      [...partners, ...wire.tempPartners.map(partnerFrom)].map((each) => [each.id, each]),
    )
    const astray = bookings.filter(({ userId, partnerId, partnerName, partnerMobile }) => {
      const partner = known.get(partnerId)
      const partnerFits = partner?.name === partnerName && partner.mobileNo === partnerMobile
      return (userId !== '' && !users.has(userId)) || (partnerId !== '' && !partnerFits)
    })
    expect(astray).toEqual([])
  })

  test('have guest partners and temp partners too', () => {
    const guests = partnerIndexOfAll.filter((each) => matches(guestPartners, each))
    const ofThese = (ids: Set<string>) => bookings.filter((each) => ids.has(each.partnerId)).length
    expect(ofThese(new Set(guests.map(({ id }) => id)))).toBeGreaterThan(20)
    expect(ofThese(new Set(wire.tempPartners.map(readId)))).toBe(3)
  })

  test('have unique upper-case numbers, several of which share a prefix', () => {
    const numbers = many.map((json) => String(json['numberId']))
    expect(new Set(numbers).size).toBe(20_000)
    expect(numbers.filter((number) => !/^MB\d\d[A-L]\d{4,}$/.test(number))).toEqual([])
    expect(count<BookingIndex>(bookingsNumbered('mb26k'), indexFields)).toBeGreaterThan(8)
  })

  test('were made before five in the morning of today, and before their event', () => {
    const five = now - 10 * 3_600_000
    const early = bookings.filter(
      ({ createdAt, dateFrom }) => (createdAt ?? 0) >= Math.min(five, dateFrom ?? five),
    )
    expect(early).toEqual([])
  })

  test.each([0, 1000, 90 * 60_000])(
    'were made before now, also %d ms after midnight, and the others at the same time as later in the day',
    (passed) => {
      const midnight = startOfDay(today.date, today.timeZone)
      const then = [...generate(today, demoCounts(2000), undefined, midnight + passed).bookings]
      expect(then.filter((json) => (bookingFrom(json).createdAt ?? 0) > midnight + passed)).toEqual(
        [],
      )
      const changed = then.filter(
        (json, index) => JSON.stringify(json) !== JSON.stringify(wire.bookings[index]),
      )
      expect(changed.length).toBeGreaterThan(5)
      for (const json of changed)
        expect(localDate(bookingFrom(json).createdAt ?? 0, today.timeZone)).toBe(today.date)
    },
  )

  test('are the same later in the day', () => {
    expect(demo(today, 2000, now)).toEqual(wire)
  })

  test('are mostly on weekends and in the wedding season', () => {
    const begins = many.flatMap((json) => {
      const { dateFrom, eventType } = bookingFrom(json)
      return dateFrom !== null && /Wedding|Nikah|Reception/.test(eventType) ? [dateFrom] : []
    })
    const local = begins.map((at) => new Date(at + 5.5 * 3_600_000))
    const weekend = local.filter((day) => [0, 6].includes(day.getUTCDay())).length
    // two of seven days would be 0.29
    expect(weekend / local.length).toBeGreaterThan(0.4)
    const inMonth = (month: number) => local.filter((day) => day.getUTCMonth() === month).length
    expect(inMonth(10)).toBeGreaterThan(3 * inMonth(8))
  })

  test('have realistic budgets', () => {
    const weddings = bookings.filter(
      ({ eventType, budget }) => eventType === 'Wedding' && typeof budget === 'number',
    )
    for (const { budget } of weddings) {
      expect(budget).toBeGreaterThan(50_000)
      expect(budget).toBeLessThan(7_000_000)
    }
  })
})

describe('its partners', () => {
  test.each(Object.keys(PARTNER_STATUSES))('have the status %s', (status) => {
    expect(partners.filter((partner) => partner.status === status).length).toBeGreaterThan(5)
  })

  test.each(Object.values(APPROVAL_TABS).flatMap(({ statuses }) => statuses))(
    'fill the Approval Panel under %s',
    (status) => {
      expect(count(partnersToApprove(status), partnerIndexOfAll)).toBeGreaterThan(5)
    },
  )

  test('are approved, guests, in progress and without a GST number', () => {
    for (const list of [approvedPartners, guestPartners, partnersInProgress, gstRequests])
      expect(count(list, partnerIndexOfAll)).toBeGreaterThan(15)
  })

  test('have every plan code, a plan without a price, and an empty companyEmail', () => {
    const codes = new Set(partners.map(({ companyEmail }) => companyEmail))
    for (const code of [...Object.keys(PLANS), 'Guest', 'PLAN99999', ''])
      expect(codes).toContain(code)
    expect(new Set(partners.map(planBadge)).size).toBe(4)
  })

  test.each(Object.keys(REGISTRATION_ITEMS))(
    'lack %s alone, and together with other items',
    (item) => {
      const lacking = partnerIndexOfAll.filter(({ missingItems }) => missingItems.includes(item))
      expect(lacking.some(({ missingItems }) => missingItems.length === 1)).toBe(true)
      expect(lacking.some(({ missingItems }) => missingItems.length > 1)).toBe(true)
    },
  )

  test('have no GST number in every spelling', () => {
    for (const spelling of ['NoGST', 'noGST', 'NOGST'])
      for (const value of [true, 'true'])
        expect(wire.partners.some((json) => json[spelling] === value)).toBe(true)
    expect(partners.filter(({ noGst, gstNo }) => noGst && gstNo !== '')).toEqual([])
  })

  test('have step statuses that agree with their status', () => {
    for (const partner of partners) {
      const decided = stepsOf(partner).filter((step) => isDecided(partner, step))
      // each step was accessible when it was decided
      expect(decided).toEqual(stepsOf(partner).slice(0, decided.length))
      for (const step of decided) expect(whyClosed(partner, step, false)).toBeNull()
      const { status, kycStatus, cvStatus, ipvStatus, reason } = partner
      expect([ipvStatus, cvStatus, kycStatus].find((value) => value !== '') ?? 'none').toBe(
        ['pending', ''].includes(status) ? 'none' : status,
      )
      expect(reason !== '').toBe(/^(R|D|decline)/.test(status))
    }
  })

  test('have no company verification if they are guests', () => {
    // the partners after the first 300 are made by other rules
    const { partners: all } = generate(today, demoCounts(200_000))
    const guests = Array.from(all, partnerFrom).filter(isGuest)
    expect(guests.length).toBeGreaterThan(150)
    expect(guests.filter(({ cvStatus }) => cvStatus !== '')).toEqual([])
  })

  test('have the documents that were decided on', () => {
    const addresses = partners.flatMap((partner) =>
      stepsOf(partner)
        .filter((step) => isDecided(partner, step))
        .flatMap((step): readonly StepItem[] => STEPS[step].items)
        .filter((item) => item !== 'gst' || !partner.noGst)
        .map((item) => partner[DOCUMENTS[item].field]),
    )
    expect(addresses.length).toBeGreaterThan(500)
    expect(addresses.filter((address) => !/^\/documents\/[0-9a-f]{24}$/.test(address))).toEqual([])
    const without = partners.filter(({ noGst }) => noGst)
    expect(without.map(({ gstCertificateUrl }) => gstCertificateUrl).join('')).toBe('')
    // and some lack a document
    expect(partners.filter(({ panCardUrl }) => panCardUrl === '').length).toBeGreaterThan(5)
  })

  test('refer to existing users if they are users', () => {
    const users = new Set(wire.users.map(readId))
    const linked = partners.filter(({ userId }) => userId !== '')
    expect(linked.length).toBeGreaterThan(20)
    for (const { userId } of linked) expect(users).toContain(userId)
  })

  test('live in India', () => {
    for (const { latitude, longitude } of partners) {
      if (latitude === null || longitude === null) continue
      expect(latitude).toBeGreaterThan(8)
      expect(latitude).toBeLessThan(35)
      expect(longitude).toBeGreaterThan(69)
      expect(longitude).toBeLessThan(97)
    }
  })
})

describe('its personal numbers', () => {
  test('Aadhaar numbers pass the Verhoeff check, and begin with digits that are never issued', () => {
    const numbers = partners.map(({ aadharNo }) => aadharNo).filter((number) => number !== '')
    expect(numbers.length).toBeGreaterThan(250)
    for (const number of numbers) {
      expect(number).toMatch(/^[01]\d{11}$/)
      expect(passesVerhoeff(number)).toBe(true)
    }
  })

  test('GSTINs have a state, a PAN that is never issued, and the right check digit', () => {
    const numbers = partners.map(({ gstNo }) => gstNo).filter((number) => number !== '')
    expect(numbers.length).toBeGreaterThan(150)
    for (const number of numbers) {
      expect(number).toMatch(/^(0[1-9]|[12]\d|3[0-8])[A-Z]{3}[PCF][A-Z]0000[A-Z]1Z[0-9A-Z]$/)
      expect(luhn36(number) % 36).toBe(0)
    }
  })

  test('mobile numbers are valid and unique, and from a series that is not in use', () => {
    const mobiles = [
      ...wire.users.map((json) => userFrom(json).phone),
      ...partners.flatMap(({ mobileNo, companyNumber }) => [mobileNo, companyNumber]),
      ...wire.tempPartners.map((json) => partnerFrom(json).mobileNo),
    ].filter((mobile) => mobile !== '')
    expect(mobiles.filter((mobile) => !/^66\d{8}$/.test(mobile))).toEqual([])
    expect(new Set(mobiles).size).toBe(mobiles.length)
  })

  test('e-mail addresses are unique and end in .example', () => {
    const addresses = [
      ...wire.users.map((json) => userFrom(json).email),
      ...partners.flatMap(({ personalEmail, companyEmailId }) => [personalEmail, companyEmailId]),
    ].filter((address) => address !== '')
    const astray = addresses.filter((address) => !/^[a-z0-9.]+@[a-z0-9]+\.example$/.test(address))
    expect(astray).toEqual([])
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

const DIHEDRAL = table(
  '0123456789 1234067895 2340178956 3401289567 4012395678 5987604321 6598710432 7659821043 8765932104 9876543210',
)
const PERMUTED = table(
  '0123456789 1576283094 5803796142 8916043527 9453126870 4286573901 2793806415 7046913258',
)

function table(rows: string): number[][] {
  return rows.split(' ').map((row) => Array.from(row, Number))
}

/** Checks a number by the tables of Verhoeff's paper. */
function passesVerhoeff(number: string): boolean {
  const check = Array.from(number, Number)
    .toReversed()
    .reduce((sum, digit, position) => {
      return DIHEDRAL[sum]?.[PERMUTED[position % 8]?.[digit] ?? -1] ?? Number.NaN
    }, 0)
  return check === 0
}

/** Returns Luhn's sum in base 36, from the right: a multiple of 36 for a valid GSTIN. */
function luhn36(number: string): number {
  return Array.from(number, (digit) => Number.parseInt(digit, 36))
    .toReversed()
    .reduce((sum, digit, position) => {
      const product = digit * (1 + (position % 2))
      return sum + Math.floor(product / 36) + (product % 36)
    }, 0)
}

test('generates bookings of a tab that satisfy only its condition', () => {
  const inTabs = Object.keys(BOOKING_TABS).map((tab) =>
    count(bookingsInTab(tab as BookingTab, today), indexFields),
  )
  expect(Math.min(...inTabs)).toBeGreaterThan(10)
})

test('reads every text and number back as it was written', () => {
  const read: [readonly JsonObject[], (json: unknown) => object][] = [
    [wire.bookings, bookingFrom],
    [wire.partners, partnerFrom],
    [wire.users, userFrom],
  ]
  for (const [records, from] of read) {
    const changed = records.filter((json) =>
      Object.entries(from(json)).some(([field, value]) => {
        const written = json[field]
        const same = typeof written === typeof value && !Array.isArray(written)
        return same && field !== 'original' && value !== written
      }),
    )
    expect(changed).toEqual([])
  }
})
