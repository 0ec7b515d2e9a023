import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { makeDocumentLink } from '../../testing/document-link.ts'
import { storedDocument } from '../../testing/documents.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'
import { connect } from '../database/connection.ts'
import { KeyUnavailable } from '../database/encryption-keys.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { linkSecret, replaceLinkKey } from '../session/link-key.ts'
import { cookieValue, linkEnd, signedLink } from './link.ts'

let api: Awaited<ReturnType<typeof startApi>>
let png: Buffer
beforeAll(async () => {
  api = await startApi({ OFFICE_VIEWER: 'https://viewer.example/?src={url}' })
  png = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
})
afterAll(() => api.close())

/** Stores a document that shows a sample file. */
const aDocument = () => storedDocument(api.db, { specimen: 'aadhaar-card.png', size: png.length })

/** Returns the address of a document for an external viewer. */
async function signedLinkTo(id: string, by = ADMINISTRATOR): Promise<string> {
  const { publicUrl } = await makeDocumentLink(api, id, { by })
  return publicUrl.replace('http://localhost:4000', api.url)
}

describe('a signed link', () => {
  test('returns the document without a cookie', async () => {
    const answer = await fetch(await signedLinkTo(await aDocument()))
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
  })

  test('is made only for a viewer of the settings', async () => {
    const without = await startServer(api.databaseUrl)
    const headers = { authorization: `Bearer ${api.tokenOf(ADMINISTRATOR)}` }
    const answer = await fetch(`${without.url}/documents/${await aDocument()}/link`, { headers })
    expect(answer.status).toBe(200)
    expect(await answer.json()).not.toHaveProperty('data.publicUrl')
    await without.close()
  })

  test('answers 410 after it has expired', async () => {
    const id = await aDocument()
    const session = new URL(await signedLinkTo(id)).searchParams.get('session') ?? ''
    const early = (seconds: number) => new Date(Date.now() - seconds * 1000)
    const status = async (now: Date) => {
      const link = { id, name: 'card.png' }
      const url = await signedLink(api.db, link, { session, expires: linkEnd(now) })
      return (await fetch(api.url + url)).status
    }
    expect(await status(early(90))).toBe(200)
    expect(await status(early(121))).toBe(410)
    // made while the clock was a day ahead
    expect(await status(early(-24 * 60 * 60))).toBe(410)
  })

  test('answers 403 if any part was changed', async () => {
    const [id, other] = [await aDocument(), await aDocument()]
    const link = await signedLinkTo(id)
    const expires = new URL(link).searchParams.get('expires') ?? ''
    const ofColleague = new URL(await signedLinkTo(id, COLLEAGUE)).searchParams.get('session')
    const changed = [
      link.replace(id, other),
      link.replace('card.png', 'card.pdf'),
      link.replace(/session=[^&]+/, `session=${ofColleague}`),
      link.replace(expires, String(Number(expires) + 60)),
      link.replace(/signature=.{4}/, 'signature=AAAA'),
      link.replace(/signature=.*/, 'signature='),
    ]
    const answers = await Promise.all(changed.map((each) => fetch(each)))
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await fetch(link.replace(/&signature=.*/, ''))).status).toBe(400)
  })

  test('answers 403 once the session that made it has ended', async () => {
    const link = await signedLinkTo(await aDocument())
    const session = new URL(link).searchParams.get('session') ?? ''
    const end = (ended_at: Date | null) =>
      api.db.updateTable('session').set({ ended_at }).where('id', '=', session).execute()
    await end(new Date())
    expect((await fetch(link)).status).toBe(403)
    await end(null)
    expect((await fetch(link)).status).toBe(200)
  })

  test('is invalid once its maker is a viewer', async () => {
    const link = await signedLinkTo(await aDocument())
    const setRole = (role: 'administrator' | 'viewer') =>
      api.db.updateTable('administrator').set({ role }).execute()
    await setRole('viewer')
    expect((await fetch(link)).status).toBe(403)
    await setRole('administrator')
    expect((await fetch(link)).status).toBe(200)
  })

  test('is invalid after the key in the database was changed', async () => {
    const link = await signedLinkTo(await aDocument())
    const earlier = await api.db.selectFrom('link_key').selectAll().executeTakeFirstOrThrow()
    await replaceLinkKey(api.db)
    expect((await fetch(link)).status).toBe(403)
    await api.db.updateTable('link_key').set(earlier).execute()
    expect((await fetch(link)).status).toBe(200)
  })
})

describe('the key of links', () => {
  test('cannot be computed from the rows of the database', async () => {
    const session = crypto.randomUUID()
    const expires = linkEnd(new Date())
    const value = await cookieValue(api.db, { session, expires })
    const { secret } = await api.db
      .selectFrom('link_key')
      .select('secret')
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ secret: Buffer }>`select secret from document_link_key`.execute(
      api.db,
    )
    const stored = [secret, secret.subarray(12, -16), ...rows.map((row) => row.secret)]
    for (const readable of stored) {
      const signed = createHmac('sha256', readable)
        .update(JSON.stringify(['cookie', expires, session]))
        .digest('base64url')
      expect(value).not.toBe([session, expires, signed].join('.'))
    }
    const keyless = connect(api.databaseUrl, 1)
    await expect(cookieValue(keyless, { session, expires })).rejects.toBeInstanceOf(KeyUnavailable)
    await keyless.destroy()
  })

  test('is the same in two processes that use it first', async () => {
    await api.db.deleteFrom('link_key').execute()
    const [one, two] = await Promise.all([linkSecret(api.db), linkSecret(api.db)])
    expect(two).toEqual(one)
  })
})
