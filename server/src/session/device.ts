import { createHash } from 'node:crypto'
import { DAY, HOUR } from '@mandap/domain/time/days.ts'
import type { Database } from '../database/connection.ts'
import { HOST_PREFIX, hostCookie } from '../http/host-cookie.ts'
import { newSecret, secretHash } from './secret.ts'

/** How long a browser is a known device of an administrator after their last sign-in. */
const DEVICE_DAYS = 90

/** How long a replaced token stays valid, for a browser that did not receive its successor. */
const REPLACED_HOURS = 24

/** The calls of the identity service. */
const COOKIE_PATH = '/identitytoolkit.googleapis.com'
const COOKIE_PREFIX = 'mandap-device-'

/** The known device of an account, as the hash of its token. */
export type Device = Buffer

/** Where the device of an account is looked for. `showedFactor`: only among those of sign-ins with the second factor. */
interface DeviceSearch {
  emailFolded: string
  cookies: string | undefined
  showedFactor?: boolean
}

/**
 * Finds the device of this account among the request's cookies. Returns undefined if there is none: no
 * cookie, an expired or ended token, or the token of another account.
 */
export async function findDevice(
  db: Database,
  { emailFolded, cookies, showedFactor = false }: DeviceSearch,
  now: Date,
): Promise<Device | undefined> {
  const hashes = deviceTokens(cookies).map(secretHash)
  if (hashes.length === 0) return undefined
  const row = await db
    .selectFrom('device')
    .innerJoin('administrator', 'administrator.id', 'device.administrator_id')
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .where('email_folded', '=', emailFolded)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(showedFactor, (query) => query.where('showed_factor', '=', true))
    .executeTakeFirst()
  return row?.token_hash
}

function deviceTokens(cookies = ''): string[] {
  return cookies.split(';').flatMap((cookie) => {
    const [name = '', token = ''] = cookie.trim().split('=')
    const isDevice = name.replace(HOST_PREFIX, '').startsWith(COOKIE_PREFIX)
    return isDevice && /^[\w-]{43}$/.test(token) ? [token] : []
  })
}

/**
 * Creates a token for the browser of a sign-in, which replaces the one it sent. Returns the token. `showedFactor` says
 * whether the second factor was shown in that sign-in.
 */
export async function registerDevice(
  trx: Database,
  administratorId: string,
  { replaced, showedFactor = false }: { replaced?: Device | undefined; showedFactor?: boolean },
  now: Date,
): Promise<string> {
  if (replaced) await shortenDevice(trx, replaced, now)
  const token = newSecret()
  await trx
    .insertInto('device')
    .values({
      token_hash: secretHash(token),
      administrator_id: administratorId,
      created_at: now,
      expires_at: new Date(now.getTime() + DEVICE_DAYS * DAY),
      ended_at: null,
      showed_factor: showedFactor,
    })
    .execute()
  return token
}

async function shortenDevice(trx: Database, device: Device, now: Date) {
  const end = new Date(now.getTime() + REPLACED_HOURS * HOUR)
  await trx
    .updateTable('device')
    .set({ expires_at: end })
    .where('token_hash', '=', device)
    .where('expires_at', '>', end)
    .execute()
}

/** Ends all device tokens of an administrator. Returns how many unexpired ones it ended. */
export async function endDevicesOf(
  trx: Database,
  administratorId: string,
  now: Date,
): Promise<number> {
  const ended = await trx
    .updateTable('device')
    .set({ ended_at: now })
    .where('administrator_id', '=', administratorId)
    .where('ended_at', 'is', null)
    .returning('expires_at')
    .execute()
  return ended.filter(({ expires_at }) => expires_at > now).length
}

/** Deletes tokens that are no longer valid. */
export async function deleteOldDevices(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('device')
    .where((eb) => eb.or([eb('expires_at', '<', now), eb('ended_at', 'is not', null)]))
    .execute()
}

/**
 * Returns the Set-Cookie header with a device token. Each administrator has their own cookie, so that several
 * can share a browser.
 */
export function deviceCookie(administratorId: string, token: string, isSecure: boolean): string {
  const id = createHash('sha256').update(administratorId).digest('base64url').slice(0, 16)
  return hostCookie({
    name: COOKIE_PREFIX + id,
    value: token,
    path: COOKIE_PATH,
    seconds: (DEVICE_DAYS * DAY) / 1000,
    isSecure,
  })
}
