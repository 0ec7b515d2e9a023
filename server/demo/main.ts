// Entry point of `npm run demo`: creates demonstration data, or adds more.
import { readConfig } from '../src/config/config.ts'
import { BASE_BOOKINGS, type DemoCounts } from '@mandap/demo/generate.ts'
import { withDatabase } from '../src/database/open.ts'
import { parseCommand, runCommand, UsageError } from '../src/terminal/command.ts'
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

function readBookings(args: string[]): number {
  const { values } = parseCommand({ args, options: { bookings: { type: 'string' } } })
  const written = values.bookings ?? String(BASE_BOOKINGS)
  const bookings = Number(written.replaceAll(/[,_]/g, ''))
  if (Number.isInteger(bookings) && bookings > 0 && bookings <= MAX_BOOKINGS) return bookings
  throw new UsageError(`--bookings must be a whole number from 1 to ${grouped(MAX_BOOKINGS)}.`)
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

await runCommand(USAGE, main)
