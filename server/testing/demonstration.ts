import { today } from '@mandap/domain/rule/days.ts'
import { fillDemo } from '../demo/fill.ts'
import { connect } from '../src/database/connection.ts'
import { migrate } from '../src/database/migrate.ts'
import { createScratch } from './scratch.ts'

/** A database with the demonstration data, or so many bookings of it. Call `drop` when done. */
export async function createDemonstration(serverUrl: string, bookings?: number) {
  const scratch = await createScratch(serverUrl)
  const db = connect(scratch.url)
  await migrate(db)
  await fillDemo({ db, url: scratch.url }, today(Date.now(), 'Asia/Kolkata'), bookings)
  await db.destroy()
  return scratch
}
