import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import { DEMONSTRATION_NUMBERS } from '@mandap/demo/account.ts'
import { sampleOf } from '@mandap/demo/document.ts'
import { demoCounts, generate } from '@mandap/demo/generate.ts'
import { fetchFrom, memoryHost } from '@mandap/demo/memory-host.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { DOCUMENT_FIELDS } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { createAdapter } from './adapter.ts'
import { DEMO_TOKEN } from './demo-identity.ts'
import { type DemoTab, demoTabs } from './demo-tabs.ts'
import { firstVersion } from './demo-writes.ts'

export interface DemoSettings {
  /** The day on which the dates of the records are based. */
  today: Today
  /** The URL of the folder of sample documents. */
  samples: string
}

/** Returns a function that opens a tab of the demonstration. All tabs share the demonstration records. */
export function createDemonstration(
  { today, samples }: DemoSettings,
  onLastClosed: () => void = () => {},
): (tokens: SessionTokens) => DemoTab {
  const records = generate(today, demoCounts(), undefined, Date.now())
  const bookings = Array.from(records.bookings, firstVersion)
  const partners = Array.from(records.partners, (partner, index) =>
    firstVersion(withSamples(partner, index, samples)),
  )
  const host = memoryHost({ ...records, bookings, partners, token: DEMO_TOKEN })
  const newAdapter = () =>
    createAdapter({
      base: '',
      apiKey: null,
      superAdminNumbers: DEMONSTRATION_NUMBERS,
      answersOtp: true,
      // only the adapter changes the records
      maxAge: Infinity,
      fetch: fetchFrom(host),
      // each tab checks its own token
      tokens: { person: () => '', token: () => DEMO_TOKEN, onUnauthorised() {} },
    })
  return demoTabs({ host, newAdapter, onLastClosed })
}

/** Returns a partner whose documents have web URLs, as on a plain host. */
function withSamples(partner: JsonObject, index: number, samples: string): JsonObject {
  const fields = DOCUMENT_FIELDS.filter((field) => Object.hasOwn(partner, field))
  const addresses = fields.map((field) => [field, `${samples}/${sampleOf(index, field).file}`])
  return { ...partner, ...Object.fromEntries(addresses) }
}
