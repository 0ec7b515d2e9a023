import type { Client } from '@mandap/client/client.ts'
import { forgetPassedBookings } from '../features/booking/passed-booking.ts'
import { config } from '../features/client/config.ts'
import { encryptedStorage } from '../features/encrypted-storage/current.ts'

/** Lets the screens store encrypted values, if the host derives a key. */
export function openStorage(client: Client): void {
  if (!config().capabilities.storageKey) return
  encryptedStorage.setKeySource(async () => {
    const { data } = await client.call('GET /session/storage-key', {})
    return data.key
  })
}

/** Forgets at the end of the session what is in memory. */
export function closeStorage(): void {
  encryptedStorage.close()
  forgetPassedBookings()
}
