// Entry point of `npm run demo`: creates demonstration data, or adds more.
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config/config.ts'
import { BASE_BOOKINGS, type DemoCounts } from '@mandap/demo/generate.ts'
import { withDatabase } from '../src/database/open.ts'
import { explainStartupError } from '../src/terminal/startup-error.ts'
import { say, step } from '../src/terminal/terminal.ts'
import { fillDemo, inIndia } from './fill.ts'
import { recordDemo } from './record.ts'

const USAGE = `Adds demonstration data. Existing records do not change.

  npm run demo                          the ${grouped(BASE_BOOKINGS)} bookings of a first start
  npm run demo -- --bookings 1000000    as many bookings in all, with partners and users for them`

/** With more bookings, booking numbers and mobile numbers would repeat. */
const MAX_BOOKINGS = 20_000_000

async function main() {
  const bookings = readBookings(process.argv.slice(2))
  const config = readConfig(process.env)
  const added = await withDatabase(config, 'npm run demo', async (db, url) => {
    const counts = await step('Adding demonstration data', (note) =>
      fillDemo({ db, url }, inIndia(), bookings, note),
    )
    await recordDemo(db, counts)
    return counts
  })
  say(`  ${describe(added)}`)
}

class UsageError extends Error {}

function readBookings(args: string[]): number {
  const written = bookingsOption(args) ?? String(BASE_BOOKINGS)
  const bookings = Number(written.replaceAll(/[,_]/g, ''))
  if (Number.isInteger(bookings) && bookings > 0 && bookings <= MAX_BOOKINGS) return bookings
  throw new UsageError(`--bookings must be a whole number from 1 to ${grouped(MAX_BOOKINGS)}.`)
}

function bookingsOption(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { bookings: { type: 'string' } } }).values.bookings
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function describe({ bookings, partners, users, tempPartners }: DemoCounts): string {
  if (bookings + partners + users + tempPartners === 0)
    return 'The demonstration data is already complete.'
  const parts = [
    `${grouped(bookings)} bookings`,
    `${grouped(partners)} partners`,
    `${grouped(users)} users`,
    `${grouped(tempPartners)} temp partners`,
  ]
  return `Added ${parts.join(', ')}.`
}

function grouped(count: number): string {
  return count.toLocaleString('en-IN')
}

await main().catch((error: unknown) => {
  say(
    `\n  ${error instanceof UsageError ? `${error.message}\n\n${USAGE}` : explainStartupError(error)}\n`,
  )
  process.exitCode = 1
})
