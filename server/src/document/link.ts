import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/connection.ts'

const LINK_SECONDS = 120

/** A path to the document's content. It works until `expiresAt` for everybody who has it. */
export async function documentLink(
  db: Database,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const expires = Math.floor(now.getTime() / 1000) + LINK_SECONDS
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signature(await linkSecret(db), id, name, expires).toString('base64url'),
  })
  const url = `/documents/${id}/content/${encodeURIComponent(name)}?${query.toString()}`
  return { url, expiresAt: new Date(expires * 1000) }
}

/** The state of a requested link. */
export async function linkState(
  db: Database,
  link: { id: string; name: string; expires: number; signature: string },
  now: Date,
): Promise<'good' | 'expired' | 'forged'> {
  const right = signature(await linkSecret(db), link.id, link.name, link.expires)
  const given = Buffer.from(link.signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
  return now.getTime() < link.expires * 1000 ? 'good' : 'expired'
}

function signature(secret: Buffer, id: string, name: string, expires: number): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([id, name, expires]))
    .digest()
}

// read on each call, so that a new secret applies at once in every process
async function linkSecret(db: Database): Promise<Buffer> {
  const row = await db.selectFrom('document_link_key').select('secret').executeTakeFirstOrThrow()
  return row.secret
}
