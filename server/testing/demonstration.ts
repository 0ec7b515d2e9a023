import { today } from '@mandap/domain/rule/days.ts'
import { fillDemo } from '../demo/fill.ts'
import { connect } from '../src/database/connection.ts'
import { migrate } from '../src/database/migrate.ts'
import { createScratch } from './scratch.ts'

/** Makes a database with the demonstration data and answers its name, to be copied as a template. */
export async function createDemonstration(serverUrl: string): Promise<string> {
  const { name, url } = await createScratch(serverUrl)
  const db = connect(url)
  await migrate(db)
  await fillDemo({ db, url }, today(Date.now(), 'Asia/Kolkata'))
  await db.destroy()
  return name
}
