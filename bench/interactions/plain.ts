import { DEMONSTRATION_EMAIL, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { demoCounts, generate } from '@mandap/demo/generate.ts'
import { today } from '@mandap/domain/time/days.ts'
import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'

const ADMINISTRATOR = { email: DEMONSTRATION_EMAIL, password: DEMONSTRATION_PASSWORD }

/** Serves the built console on a plain host with this number of bookings, so that the adapter answers its calls. */
export async function servePlain(
  bookings: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const records = generate(today(Date.now(), 'Asia/Kolkata'), demoCounts(bookings))
  const host = await plainHost({ ...records, administrators: [ADMINISTRATOR] })
  const site = await serveConsole({
    host: host.url,
    kind: 'plain',
    identity: { ...host.identity, key: 'mandap' },
  })
  return {
    url: site.url,
    async close() {
      await site.close()
      await host.close()
    },
  }
}
