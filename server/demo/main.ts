// What `npm run demo` runs: more demonstration data, or the first of it.
import { parseArgs } from 'node:util'
import { today } from '@mandap/domain/rule/days.ts'
import { readConfig } from '../src/config.ts'
import { withDatabase } from '../src/database/open.ts'
import { explainProblem } from '../src/startup-problem.ts'
import { say, step } from '../src/terminal.ts'
import { fillDemo } from './fill.ts'
import { BASE_BOOKINGS, type DemoCounts } from './generate.ts'

const USAGE = `Adds demonstration data. What is there stays as it is.

  npm run demo                          the ${inIndia(BASE_BOOKINGS)} bookings of a first start
  npm run demo -- --bookings 1000000    as many bookings in all, with partners and users for them`

/** Above this the numbers of bookings and mobiles would repeat. */
const MOST_BOOKINGS = 20_000_000

async function main() {
  const bookings = readBookings(process.argv.slice(2))
  const config = readConfig(process.env)
  const added = await withDatabase(config, 'npm run demo', (db, url) =>
    step('Adding demonstration data', (note) =>
      // the demonstration plays in India, whatever clock this machine keeps
      fillDemo({ db, url }, today(Date.now(), 'Asia/Kolkata'), bookings, note),
    ),
  )
  say(`  ${describe(added)}`)
}

function readBookings(args: string[]): number {
  const { values } = parseArgs({ args, options: { bookings: { type: 'string' } } })
  const bookings = Number(values.bookings?.replaceAll(/[,_]/g, '') ?? BASE_BOOKINGS)
  if (Number.isInteger(bookings) && bookings > 0 && bookings <= MOST_BOOKINGS) return bookings
  throw new TypeError(`--bookings must be a whole number from 1 to ${inIndia(MOST_BOOKINGS)}.`)
}

function describe({ bookings, partners, users, tempPartners }: DemoCounts): string {
  if (bookings + partners + users + tempPartners === 0) return 'All of it was there already.'
  const parts = [
    `${inIndia(bookings)} bookings`,
    `${inIndia(partners)} partners`,
    `${inIndia(users)} users`,
    `${inIndia(tempPartners)} temp partners`,
  ]
  return `Added ${parts.join(', ')}.`
}

function inIndia(count: number): string {
  return count.toLocaleString('en-IN')
}

await main().catch((error: unknown) => {
  const usage = error instanceof TypeError
  say(`\n  ${usage ? `${error.message}\n\n${USAGE}` : explainProblem(error)}\n`)
  process.exitCode = 1
})
