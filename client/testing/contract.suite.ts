import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Capabilities } from '../src/capabilities.ts'
import type { Client } from '../src/client.ts'
import { bookingSuite } from './booking.suite.ts'
import { exportSuite } from './export.suite.ts'
import { liveSuite, withoutLiveSuite } from './live.suite.ts'
import { partnerSuite } from './partner.suite.ts'
import { searchSuite } from './search.suite.ts'
import { aSeed, type Seed } from './seed.ts'
import { superAdminSuite } from './super-admin.suite.ts'
import { userSuite } from './user.suite.ts'
import { wholeListSuite } from './whole-list.suite.ts'

/** A client of a host that has the records of a seed. */
export interface ClientUnderTest {
  client: Client
  /** A client of another administrator, if the host sends what others change. */
  colleague?: Client
  stored(
    kind: 'bookings' | 'partners' | 'tempPartners',
    id: string,
  ): Promise<JsonObject | undefined>
  /** The OTP that was sent last. */
  lastOtp(): Promise<string>
  /** Requests the file of an export. */
  readExport(file: { url: string; secret?: string | undefined }): Promise<Response>
  close(): Promise<void>
}

/**
 * Tests the calls that every transport answers in the same way, and those of the capabilities that the host has. Call it
 * in a `describe`.
 */
export function contractSuite(
  arrange: (seed: Partial<Seed>) => Promise<ClientUnderTest>,
  { liveChanges }: Pick<Capabilities, 'liveChanges'>,
): void {
  describe('on the same records', () => {
    const seed = aSeed()
    let under: ClientUnderTest
    beforeAll(async () => {
      under = await arrange(seed)
    })
    afterAll(() => under?.close())
    const host = () => under

    describe('whole lists', () => {
      wholeListSuite(seed, host)
    })

    describe('search', () => {
      searchSuite(seed, host)
    })

    describe('exports', () => {
      exportSuite(host)
    })

    // last, because it changes records
    describe('bookings', () => {
      bookingSuite(seed, host)
    })
  })

  describe('Super Admin and deletion', () => {
    superAdminSuite(arrange)
  })

  describe('partners', () => {
    partnerSuite(async (partners) => {
      const under = await arrange({ partners })
      return { ...under, stored: (id) => under.stored('partners', id) }
    })
  })

  describe('users and totals', () => {
    userSuite(arrange)
  })

  describe('live changes and presence', () => {
    if (liveChanges)
      liveSuite(async (seed) => {
        const { colleague, ...under } = await arrange(seed)
        if (!colleague) throw new Error('The suite needs a second administrator.')
        return { ...under, colleague }
      })
    else withoutLiveSuite(arrange)
  })
}
