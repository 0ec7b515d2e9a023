import { today } from '@mandap/domain/time/days.ts'
import { fillDemo } from '../demo/fill.ts'
import { createFilled } from './scratch.ts'

/** Creates a database with the demonstration data, or with this number of its bookings. Call `drop` when done. */
export function createDemonstration(serverUrl: string, bookings?: number) {
  const day = today(Date.now(), 'Asia/Kolkata')
  return createFilled(serverUrl, async (store) => void (await fillDemo(store, day, bookings)))
}
