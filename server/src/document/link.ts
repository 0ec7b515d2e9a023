import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/connection.ts'
import { latestEnd } from '../clock/skew.ts'

const LINK_SECONDS = 120

/**
 * A path to the document's content. It works until `expiresAt` or the end of the session, for everybody who has it.
 * The content that it opens counts as opened by its session.
 */
export async function documentLink(
  db: Database,
  { id, name }: { id: string; name: string },
  sessionId: string,
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const expires = Math.floor(now.getTime() / 1000) + LINK_SECONDS
  const query = new URLSearchParams({
    expires: String(expires),
    session: sessionId,
    signature: signature(await linkSecret(db), { id, name, expires, session: sessionId }).toString(
      'base64url',
    ),
  })
  const url = `/documents/${id}/content/${encodeURIComponent(name)}?${query.toString()}`
  return { url, expiresAt: new Date(expires * 1000) }
}

interface Signed {
  id: string
  name: string
  /** Epoch seconds. */
  expires: number
  /** The id of the session that made the link. */
  session: string
}

/** The state of a requested link. */
export async function linkState(
  db: Database,
  link: Signed & { signature: string },
  now: Date,
): Promise<'good' | 'expired' | 'forged'> {
  const right = signature(await linkSecret(db), link)
  const given = Buffer.from(link.signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
  const end = link.expires * 1000
  const isOpen = now.getTime() < end && end <= latestEnd(now, LINK_SECONDS).getTime()
  return isOpen ? 'good' : 'expired'
}

function signature(secret: Buffer, { id, name, expires, session }: Signed): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([id, name, expires, session]))
    .digest()
}

// read on each call, so that a new secret applies at once in every process
async function linkSecret(db: Database): Promise<Buffer> {
  const row = await db.selectFrom('document_link_key').select('secret').executeTakeFirstOrThrow()
  return row.secret
}
