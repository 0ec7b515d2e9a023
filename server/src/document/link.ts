import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/connection.ts'
import { latestEnd } from '../clock/skew.ts'
import { linkSecret } from '../session/link-key.ts'

const LINK_SECONDS = 120

/** Returns the epoch seconds at which a link that is made now expires. */
export function linkEnd(now: Date): number {
  return Math.floor(now.getTime() / 1000) + LINK_SECONDS
}

/**
 * Returns a path to the document's content for an external viewer, which has no cookie. It works until `expires` or the end
 * of the session, for everybody who has it. The content that it opens counts as opened by its session.
 */
export async function signedLink(
  db: Database,
  { id, name }: { id: string; name: string },
  { session, expires }: Pick<Signed, 'session' | 'expires'>,
): Promise<string> {
  const signed = signature(await linkSecret(db), { id, name, expires, session })
  const query = new URLSearchParams({
    expires: String(expires),
    session,
    signature: signed.toString('base64url'),
  })
  return `/documents/${id}/content/${encodeURIComponent(name)}?${query.toString()}`
}

interface Signed {
  id: string
  name: string
  /** Epoch seconds. */
  expires: number
  /** The id of the session that made the link. */
  session: string
}

export type LinkState = 'good' | 'expired' | 'forged'

/** The state of a requested link. */
export async function linkState(
  db: Database,
  link: Signed & { signature: string },
  now: Date,
): Promise<LinkState> {
  const right = signature(await linkSecret(db), link)
  return isSame(link.signature, right) ? stateAt(link.expires, now) : 'forged'
}

/** Returns the value of the cookie with which a session reads documents until `expires`. */
export async function cookieValue(
  db: Database,
  { session, expires }: Pick<Signed, 'session' | 'expires'>,
): Promise<string> {
  const signed = cookieSignature(await linkSecret(db), { session, expires })
  return [session, expires, signed.toString('base64url')].join('.')
}

/** Returns the session of a cookie, and its state. */
export async function readCookieValue(
  db: Database,
  value: string,
  now: Date,
): Promise<{ session: string; state: LinkState }> {
  const [session = '', end = '', given = ''] = value.split('.')
  const expires = Number(end)
  const right = cookieSignature(await linkSecret(db), { session, expires })
  return { session, state: isSame(given, right) ? stateAt(expires, now) : 'forged' }
}

function isSame(text: string, right: Buffer): boolean {
  const given = Buffer.from(text, 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}

function stateAt(expires: number, now: Date): LinkState {
  const end = expires * 1000
  const isOpen = now.getTime() < end && end <= latestEnd(now, LINK_SECONDS).getTime()
  return isOpen ? 'good' : 'expired'
}

function signature(secret: Buffer, { id, name, expires, session }: Signed): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([id, name, expires, session]))
    .digest()
}

function cookieSignature(
  secret: Buffer,
  { expires, session }: Pick<Signed, 'session' | 'expires'>,
) {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['cookie', expires, session]))
    .digest()
}
