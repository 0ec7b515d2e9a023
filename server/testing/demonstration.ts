import { today } from '@mandap/domain/time/days.ts'
import { fillDemo } from '../demo/fill.ts'
import { createFilled } from './scratch.ts'

/** Adds the demonstration data to a migrated database, or this number of its bookings. */
export async function fillDemonstration(
  store: Parameters<typeof fillDemo>[0],
  bookings?: number,
): Promise<void> {
  await fillDemo(store, today(Date.now(), 'Asia/Kolkata'), bookings)
}

/** Creates a database with the demonstration data, or with this number of its bookings. Call `drop` when done. */
export function createDemonstration(serverUrl: string, bookings?: number) {
  return createFilled(serverUrl, (store) => fillDemonstration(store, bookings))
}
