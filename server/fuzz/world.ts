import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMONSTRATION_NUMBERS } from '@mandap/demo/account.ts'
import { storeAdministrator } from '../testing/administrators.ts'
import { scratchFolder } from '../testing/folder.ts'
import { removeAtExit } from '../testing/remove-at-exit.ts'
import { upsertAll } from '../testing/records.ts'
import { createFilled } from '../testing/scratch.ts'
import { ADMINISTRATOR, startServer } from '../testing/server.ts'
import { findAdministrator } from '../src/session/administrator.ts'
import { createResetCode } from '../src/identity/reset-code.ts'
import { startSession } from '../src/session/session.ts'
import { population } from './population.ts'
import { guardWrites } from './guarded-writes.ts'
import { UPLOAD_KEY } from './call.ts'

/** An administrator whose password requests may reset. No session of the run belongs to them. */
const FORGETFUL = { email: 'dev.patel@mandap.example', password: 'saffron-and-cardamom' }

/** The content of a file beside those of the console, which no answer may have. */
export const OUTSIDE = 'This file is beside the console.'

export type World = Awaited<ReturnType<typeof startWorld>>

/** Starts the real server with records of every kind on its own database, and fills in placeholders. */
export async function startWorld(postgresUrl: string) {
  const scratch = await createFilled(postgresUrl, async ({ db }) => {
    await upsertAll(db, population())
    await guardWrites(db)
  })
  const folder = await scratchFolder('fuzz')
  const keep = removeAtExit(folder)
  const consoleFolder = await builtConsole(join(folder, 'console'))
  const env = {
    DATA_DIR: folder,
    UPLOAD_API_KEY: UPLOAD_KEY,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  }
  const server = await startServer(scratch.url, env, { consoleFolder })
  const { db } = server
  await storeAdministrator(db, FORGETFUL)
  // the first sign-in adds the signing key, also if the password is wrong
  await server.signIn()
  const known = new Map<string, string>()

  async function call(
    method: string,
    path: string,
    body?: object,
    more?: object,
  ): Promise<unknown> {
    const headers = {
      ...more,
      authorization: `Bearer ${await value('token')}`,
      'api-key': UPLOAD_KEY,
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    }
    const sent = body instanceof FormData ? body : body && JSON.stringify(body)
    const answer = await fetch(server.url + path, { method, headers, body: sent ?? null })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
    return answer.json()
  }

  /** Returns a new value for each placeholder. */
  const sources: Record<string, () => Promise<Record<string, string>>> = {
    token: async () => ({ token: (await server.signIn()).idToken }),
    async grant() {
      const token = await value('token')
      // a new OTP ends the previous one
      known.delete('challengeId')
      return { grant: await server.elevate(token) }
    },
    async challengeId() {
      const sent = { numbers: DEMONSTRATION_NUMBERS[0] }
      const { data } = (await call('POST', '/otp/sms', sent)) as { data: Record<string, string> }
      return { challengeId: data['challengeId'] ?? '', otp: data['otp'] ?? '' }
    },
    async refreshToken() {
      const { id = '', password_hash } = (await findAdministrator(db, ADMINISTRATOR.email)) ?? {}
      const checked = { administratorId: id, passwordHash: password_hash ?? '' }
      const session = await startSession(db, checked, '203.0.113.7', new Date())
      return { refreshToken: session?.refreshToken ?? '' }
    },
    async resetCode() {
      const { id = '' } = (await findAdministrator(db, FORGETFUL.email)) ?? {}
      return { resetCode: await createResetCode(db, id, 'mailed', new Date()) }
    },
    async documentId() {
      const form = new FormData()
      const [partnerId = ''] = (await db.selectFrom('partner').select('id').limit(1).execute()).map(
        ({ id }) => id,
      )
      form.set('partnerId', partnerId)
      form.set('kind', 'gstCertificateUrl')
      form.set('file', new Blob(['%PDF-1.4\n']), 'gst.pdf')
      const { data } = (await call('POST', '/documents', form)) as { data: { id: string } }
      return { documentId: data.id }
    },
    async documentUrl() {
      const path = `/documents/${await value('documentId')}/link`
      const { data } = (await call('GET', path)) as { data: { url: string } }
      return { documentUrl: data.url }
    },
    async exportSecret() {
      const sent = { of: 'users', query: {}, format: 'csv', timeZone: 'Asia/Kolkata' }
      const { data } = (await call('POST', '/exports', sent)) as { data: { secret: string } }
      return { exportSecret: data.secret }
    },
    async personExportSecret() {
      const { id = '' } = (await db.selectFrom('app_user').select('id').executeTakeFirst()) ?? {}
      const sent = { subject: 'user', id, reason: 'Request' }
      const grant = { 'x-elevation': await value('grant') }
      const { data } = (await call('POST', '/person-exports', sent, grant)) as {
        data: { secret: string }
      }
      return { personExportSecret: data.secret }
    },
  }
  sources['otp'] = sources['challengeId'] ?? (async () => ({}))

  async function value(name: string): Promise<string> {
    const source = sources[name]
    if (!known.has(name) && source)
      for (const [one, text] of Object.entries(await source())) known.set(one, text)
    return known.get(name) ?? name
  }

  return {
    url: server.url,
    db,
    /** Returns the text with its placeholders filled in. */
    async filledIn(text: string): Promise<string> {
      const names = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))
      for (const name of names) await value(name)
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => known.get(name) ?? name)
    },
    /** Drops the values that a request may have used up or ended. */
    forget(...names: string[]) {
      for (const name of names) known.delete(name)
    },
    /** Resets all rate limits, so that requests reach the code behind them. */
    forgetAttempts: () => db.deleteFrom('attempt').execute(),
    async close() {
      await server.close()
      await scratch.drop()
      keep()
      await rm(folder, { recursive: true })
    },
  }
}

/** Creates a console folder with two files, as a build does. */
async function builtConsole(folder: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, '../beside.txt'), OUTSIDE)
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Mandap</title>')
  await writeFile(join(folder, 'assets/main-abc123.js'), 'export {}')
  return folder
}
