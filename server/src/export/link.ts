import type { ExportRequest } from '@mandap/contract/export.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import { daysBefore } from '../clock/days.ts'
import type { Database } from '../database/connection.ts'
import type { PersonLinkRequest } from '../database/tables.ts'
import { notFound, HttpError } from '../http/http-error.ts'
import type { SignedIn } from '../session/bearer.ts'
import { newSecret, secretHash } from '../session/secret.ts'

const LINK_SECONDS = 120

export type LinkRequest = ExportRequest | PersonLinkRequest

/** What a link exports, and who made it. */
export interface ExportLink<R = ExportRequest> {
  by: string
  administratorId: string
  request: R
  fileName: string
}

/** Creates a secret with which something can be read once, until `expiresAt`. */
export async function makeLink(
  db: Database,
  { email, sessionId }: SignedIn,
  { request, fileName }: Pick<ExportLink<LinkRequest>, 'request' | 'fileName'>,
  now: Date,
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + LINK_SECONDS * 1000)
  await db
    .insertInto('export_link')
    .values({
      secret_hash: secretHash(secret),
      session_id: sessionId,
      by: email,
      request: JSON.stringify(request),
      file_name: fileName,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  return { secret, expiresAt }
}

/** Returns the list that a link exports. Throws an `HttpError` if the link is unknown, used or expired. */
export async function findLink(db: Database, secret: string, now: Date): Promise<ExportLink> {
  const { request, link } = await findAnyLink(db, secret, now)
  if (request.of === 'person') throw unknownLink()
  return { ...link, request }
}

/** Returns the person that a link exports. Throws as `findLink` does, also if who made it is a viewer now. */
export async function findPersonLink(
  db: Database,
  secret: string,
  now: Date,
): Promise<ExportLink<PersonLinkRequest>> {
  const { request, role, link } = await findAnyLink(db, secret, now)
  if (request.of !== 'person') throw unknownLink()
  // a list may be exported by viewers, because its numbers are masked
  if (role === 'viewer') throw linkIsOver()
  return { ...link, request }
}

async function findAnyLink(
  db: Database,
  secret: string,
  now: Date,
): Promise<{ request: LinkRequest; role: Role; link: Omit<ExportLink, 'request'> }> {
  const row = await db
    .selectFrom('export_link')
    .innerJoin('session', 'session.id', 'export_link.session_id')
    .innerJoin('administrator', 'administrator.id', 'session.administrator_id')
    .select(['by', 'request', 'file_name', 'export_link.expires_at', 'used_at'])
    .select(['session.ended_at', 'disabled_at', 'administrator_id', 'role'])
    .where('secret_hash', '=', secretHash(secret))
    .executeTakeFirst()
  if (!row) throw unknownLink()
  const isOver = row.used_at || row.ended_at || row.disabled_at || row.expires_at <= now
  if (isOver) throw linkIsOver()
  const { by, administrator_id: administratorId, file_name: fileName } = row
  return { request: row.request, role: row.role, link: { by, administratorId, fileName } }
}

/** Marks the link as used. Throws an `HttpError` if another request used it first. */
export async function useLink(db: Database, secret: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('export_link')
    .set({ used_at: now })
    .where('secret_hash', '=', secretHash(secret))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw linkIsOver()
}

/** Returns whether a link is stored: an erasure deletes those that name the person. */
export async function isStoredLink(db: Database, secret: string): Promise<boolean> {
  const row = await db
    .selectFrom('export_link')
    .select('secret_hash')
    .where('secret_hash', '=', secretHash(secret))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the links that have expired. A used one stays for a day: an export that is cut off looks for it. */
export async function deleteOldLinks(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('export_link')
    .where('expires_at', '<', now)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', daysBefore(now, 1))]))
    .execute()
}

function unknownLink(): HttpError {
  return notFound('This link is not valid.')
}

export function linkIsOver(): HttpError {
  const message = 'This link has been used or has expired. Export again.'
  return new HttpError(410, 'LINK_EXPIRED', message)
}
