import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { verifyAuditLog } from '../src/audit/verify.ts'
import type { Database } from '../src/database/connection.ts'
import { openContent } from '../src/document/content.ts'
import { diskStore } from '../src/document-store/disk-store.ts'
import { type EncryptedStore, encryptedStore } from '../src/document-store/encrypted-store.ts'
import type { Acknowledged } from './writer.ts'

type Kind<K> = Extract<Acknowledged, { is: K }>

/** Returns each acknowledged write that is not stored, and what is wrong with the audit log, as sentences. */
export async function findLosses(
  db: Database,
  dataDir: string,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const of = <K extends Acknowledged['is']>(is: K) =>
    acknowledged.filter((one): one is Kind<K> => one.is === is)
  const changes = [...of('booking'), ...of('decision')]
  const documents = encryptedStore(diskStore(join(dataDir, 'documents')), db)
  const log = await verifyAuditLog(db)
  return [
    ...(await lostChanges(db, changes)),
    ...(await lostBookings(db, of('booking'))),
    ...(await lostTempPartners(db, of('tempPartner'))),
    ...(await lostDocuments(db, documents, of('document'))),
    ...(log.is === 'broken' ? [`audit entry ${log.id} ${log.why}`] : []),
  ]
}

/** Every version of a record has an audit entry with what was written, exactly one. */
async function lostChanges(
  db: Database,
  changes: readonly (Kind<'booking'> | Kind<'decision'>)[],
): Promise<string[]> {
  const entries = await db
    .selectFrom('activity')
    .select(['subject_id', 'version', 'after'])
    .where('kind', 'in', ['update', 'decide'])
    .execute()
  const found = Map.groupBy(entries, (entry) => `${entry.subject_id} ${entry.version}`)
  return changes.flatMap((change) => {
    const { id, version } = change
    const ours = found.get(`${id} ${version}`) ?? []
    const [field, value] =
      change.is === 'booking' ? ['location', change.location] : ['reason', change.reason]
    return ours.length === 1 && ours[0]?.after[field] === value
      ? []
      : [`${change.is} ${id} version ${version} has ${ours.length} audit entries with its value`]
  })
}

async function lostBookings(db: Database, changes: readonly Kind<'booking'>[]): Promise<string[]> {
  const rows = await db.selectFrom('booking').select(['id', 'version', 'body']).execute()
  const stored = new Map(rows.map((row) => [row.id, row]))
  return changes.flatMap(({ id, version, location }) => {
    const row = stored.get(id)
    const isThere =
      row &&
      (row.version > version || (row.version === version && row.body['location'] === location))
    return isThere ? [] : [`booking ${id} lost version ${version}`]
  })
}

async function lostTempPartners(
  db: Database,
  created: readonly Kind<'tempPartner'>[],
): Promise<string[]> {
  const rows = await db.selectFrom('temp_partner').select(['id', 'body']).execute()
  const names = new Map(rows.map(({ id, body }) => [id, body['PartnerName']]))
  const all = Map.groupBy(rows, ({ body }) => body['PartnerName'])
  return created.flatMap(({ id, name }) => {
    if (names.get(id) !== name) return [`temp partner ${id} is lost`]
    const count = all.get(name)?.length
    return count === 1 ? [] : [`temp partner ${name} was stored ${count} times`]
  })
}

async function lostDocuments(
  db: Database,
  store: EncryptedStore,
  uploads: readonly Kind<'document'>[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select(['id', 'size', 'sha256', 'specimen', 'stored_sha256'])
    .execute()
  const stored = new Map(rows.map((row) => [row.id, row]))
  const lost: string[] = []
  for (const { id, sha256 } of uploads) {
    const row = stored.get(id)
    const content = row && (await openContent(store, row, { start: 0, end: row.size - 1 }))
    if (!row || !content) lost.push(`document ${id} is lost`)
    else if (row.sha256.toString('hex') !== sha256 || (await hashOf(content)) !== sha256)
      lost.push(`document ${id} is damaged`)
  }
  return lost
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
