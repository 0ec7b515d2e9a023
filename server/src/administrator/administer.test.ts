import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '../mail/mail.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { addFactor, addPasskeyOf } from '../../testing/second-factor.ts'
import { findAdministrator } from '../session/administrator.ts'
import { registerDevice } from '../session/device.ts'
import { linkSecret } from '../session/link-key.ts'
import { CommandError } from '../terminal/command-error.ts'
import { addsPeople, runAdmin } from './administer.ts'

const RAVI = 'ravi@example.in'

const mails: Mail[] = []
let server: Awaited<ReturnType<typeof identityServer>>
beforeAll(async () => {
  server = await identityServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  mails.length = 0
  await server.db.deleteFrom('administrator').where('email', '!=', ASHA.email).execute()
})

function admin(command: string, { identity = 'embedded', input = '' } = {}) {
  return runAdmin(command.split(' ').filter(Boolean), {
    db: server.db,
    config: {
      identity: identity === 'firebase' ? 'firebase' : 'embedded',
      publicUrl: 'http://mandap.test',
    },
    now: server.now(),
    mail: async (one) => void mails.push(one),
    input: async () => input,
  })
}

/** Runs the entry point as npm does, with the database of the server or other settings. */
function run(args: string[], settings: NodeJS.ProcessEnv = { DATABASE_URL: server.databaseUrl }) {
  const file = fileURLToPath(new URL('main.ts', import.meta.url))
  const env = { ...process.env, ...settings }
  return promisify(execFile)(process.execPath, [file, ...args], { env })
}

function codeOf(answer: string): string {
  return /oobCode=([\w-]+)/.exec(answer)?.[1] ?? ''
}

describe('npm run admin', () => {
  test('add prints a link that works once, within 24 hours', async () => {
    const answer = await admin(`add ${RAVI} --name Ravi`)
    expect(answer).toContain(`${RAVI} is an administrator.`)
    expect(answer).toContain('http://mandap.test/reset-password?')
    const reset = { oobCode: codeOf(answer), newPassword: 'drums-and-marigolds' }
    server.wait({ hours: 23 })
    expect((await server.account('resetPassword', reset)).status).toBe(200)
    expect((await server.account('resetPassword', reset)).status).toBe(400)
    const { body } = await server.signIn({ email: RAVI, password: reset.newPassword })
    expect(body.displayName).toBe('Ravi')
    // a link that was sent by hand does not verify the e-mail address
    const { body: account } = await server.account('lookup', { idToken: body.idToken })
    expect(account.users[0].emailVerified).toBe(false)
  })

  test('add prints no link with an external identity service', async () => {
    expect(await admin(`add ${RAVI}`, { identity: 'firebase' })).not.toContain('oobCode')
  })

  test('list prints all administrators', async () => {
    await admin(`add ${RAVI}`)
    await admin(`disable ${RAVI}`)
    const lines = (await admin('list')).split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^Asha\.Rao@example\.in {2}Asha Rao {2}administrator {2}active {4}–/)
    expect(lines[2]).toMatch(/^ravi@example\.in {6}– {9}administrator {2}disabled {2}– {14}never$/)
  })

  test('add and invite set the role; role changes it, mails the person and records the change', async () => {
    const roleOf = async (email: string) => (await findAdministrator(server.db, email))?.role
    expect(await admin(`add ${RAVI} --role viewer`)).toContain(`${RAVI} is a viewer.`)
    expect(await roleOf(RAVI)).toBe('viewer')
    // without a role, they keep theirs
    expect(await admin(`add ${RAVI}`)).toContain(`${RAVI} is a viewer.`)
    expect(await admin(`role ${RAVI} administrator`)).toBe(`${RAVI} is an administrator.`)
    expect(await admin(`role ${RAVI} administrator`)).toBe(`${RAVI} is an administrator.`)
    expect(await admin(`add ${RAVI} --role viewer`)).toContain(`${RAVI} is a viewer.`)
    expect(await roleOf(RAVI)).toBe('viewer')
    await admin('invite nila@example.in --role viewer')
    expect(await roleOf('nila@example.in')).toBe('viewer')
    const access = 'Your access to the Mandap back office'
    const notices = mails.filter(({ subject }) => subject !== access)
    expect(notices.map(({ to, subject }) => [to, subject])).toEqual([
      [RAVI, 'Your role in Mandap was changed'],
      [RAVI, 'Your role in Mandap was changed'],
      ['nila@example.in', 'Your invitation to the Mandap back office'],
    ])
    const recorded = server.db
      .selectFrom('activity')
      .select(['by', 'after'])
      .where('kind', '=', 'changeRole')
      .orderBy('id')
    expect(await recorded.execute()).toEqual([
      { by: 'command line', after: { role: 'administrator' } },
      { by: 'command line', after: { role: 'viewer' } },
    ])
  })

  test('add and role set the role with an external identity service too', async () => {
    const roleOf = async () => (await findAdministrator(server.db, RAVI))?.role
    const firebase = { identity: 'firebase' }
    expect(await admin(`add ${RAVI} --role viewer`, firebase)).toContain(`${RAVI} is a viewer.`)
    expect(await roleOf()).toBe('viewer')
    await admin(`role ${RAVI} administrator`, firebase)
    expect(await roleOf()).toBe('administrator')
  })

  test('disable ends access, and add restores it with the same password', async () => {
    const { body } = await server.signIn()
    await admin(`disable ${ASHA.email.toUpperCase()}`)
    expect((await server.as(body.idToken, '/session')).status).toBe(401)
    expect((await server.signIn()).body.error.message).toBe('USER_DISABLED')
    expect(await admin(`add ${ASHA.email}`)).toContain('the password they have')
    expect((await server.signIn()).body.displayName).toBe(ASHA.name)
  })

  test('password prints a link, or reads a password from standard input, and ends every session', async () => {
    expect(codeOf(await admin(`password ${ASHA.email}`))).toHaveLength(43)
    const { body } = await server.signIn()
    const password = 'two words and a third'
    await admin(`password ${ASHA.email} --stdin`, { input: `${password}\n` })
    expect((await server.as(body.idToken, '/session')).status).toBe(401)
    expect((await server.signIn({ ...ASHA, password })).status).toBe(200)
    await admin(`password ${ASHA.email} --stdin`, { input: ASHA.password })
  })

  test('reset-factor removes app and passkeys, and records it', async () => {
    const { id = '' } = (await findAdministrator(server.db, ASHA.email)) ?? {}
    await addFactor(server.db, id, server.now())
    await addPasskeyOf(server.db, id, 'http://localhost', server.now())
    expect(await admin('list')).toContain('active  Passkey, Authenticator app  ')
    expect((await server.signIn()).body.idToken).toBeUndefined()
    expect(await admin(`reset-factor ${ASHA.email}`)).toContain('is removed')
    expect((await server.signIn()).body.idToken).toBeDefined()
    expect(mails).toMatchObject([
      {
        to: ASHA.email,
        text: expect.stringContaining('The operator of the server removed the second factor'),
      },
    ])
    const last = server.db.selectFrom('activity').selectAll().where('kind', '=', 'removeFactor')
    expect(await last.execute()).toMatchObject([{ by: 'command line', subject_id: id }])
  })

  test('invite mails a link that works within 24 hours, and not for an active administrator', async () => {
    await admin(`invite ${RAVI} --name Ravi`)
    expect(mails).toMatchObject([
      { to: RAVI, text: expect.stringContaining('The operator of the server invited you') },
    ])
    server.wait({ hours: 23 })
    const reset = { oobCode: codeOf(mails[0]?.text ?? ''), newPassword: 'drums-and-marigolds' }
    expect((await server.account('resetPassword', reset)).status).toBe(200)
    await expect(admin(`invite ${RAVI}`)).rejects.toThrow(`${RAVI} is already an administrator.`)
  })

  test('end-sessions, disable, add and a new password are mailed to the person', async () => {
    const { body } = await server.signIn()
    expect(await admin(`end-sessions ${ASHA.email}`)).toMatch(
      /sessions? of Asha.Rao@example.in ended/,
    )
    expect((await server.as(body.idToken, '/session')).status).toBe(401)
    await admin(`password ${ASHA.email} --stdin`, { input: ASHA.password })
    await admin(`disable ${ASHA.email}`)
    await admin(`add ${ASHA.email}`)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ASHA.email, 'You were signed out of Mandap'],
      [ASHA.email, 'Your Mandap password was changed'],
      [ASHA.email, 'Your Mandap account was disabled'],
      [ASHA.email, 'Your access to the Mandap back office'],
    ])
  })

  test('notifies the person of a link that was made for them, without the link', async () => {
    const links = [await admin(`add ${RAVI} --role viewer`), await admin(`password ${ASHA.email}`)]
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [RAVI, 'Your access to the Mandap back office'],
      [ASHA.email, 'A link for a new Mandap password was made'],
    ])
    expect(mails[0]?.text).toContain(`gave ${RAVI} access to the Mandap back office as a viewer`)
    for (const [at, link] of links.entries())
      expect(JSON.stringify(mails[at])).not.toContain(codeOf(link))
    await admin(`add ${ASHA.email}`)
    expect(mails).toHaveLength(2)
    await admin(`add ${RAVI}`, { identity: 'firebase' })
    expect(mails[2]).toMatchObject({ to: RAVI, text: expect.stringContaining('Firebase project') })
  })

  test.each([
    ['reset-factor who@example.in', /no administrator who@example.in/],
    [`reset-factor ${ASHA.email}`, /has no second factor/],
    ['', /npm run admin -- add/],
    ['promote', /npm run admin -- add/],
    ['add', /npm run admin -- add/],
    ['add nobody', /'nobody' is not an e-mail address/],
    ['add a,c@b.example', /'a,c@b.example' has a character that an e-mail address cannot have/],
    ['invite a<c@b.example', /'a<c@b.example' has a character/],
    ['disable a,c@b.example', /no administrator a,c@b.example/],
    ['add a@b.example c@d.example', /npm run admin -- add/],
    ['list --all', /--all/],
    [`role ${ASHA.email}`, /npm run admin -- role/],
    [`role ${ASHA.email} owner`, /'owner' is not a role. Roles are administrator and viewer/],
    ['role who@example.in viewer', /no administrator who@example.in/],
    [`add ${ASHA.email} viewer`, /npm run admin -- add/],
    ['disable who@example.in', /no administrator who@example.in/],
    ['password who@example.in', /no administrator who@example.in/],
    [`password ${ASHA.email} --stdin`, /12 characters/],
  ])('%j prints what is wrong', async (command, message) => {
    await expect(admin(command)).rejects.toBeInstanceOf(CommandError)
    await expect(admin(command)).rejects.toThrow(message)
  })

  test('password refuses a common password', async () => {
    const command = `password ${ASHA.email} --stdin`
    await expect(admin(command, { input: 'qwertyqwerty\n' })).rejects.toThrow(
      'on a list of common passwords',
    )
    expect((await server.signIn()).status).toBe(200)
  })

  test('each command that changes something is in the audit log', async () => {
    const last = await server.db
      .selectFrom('activity')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    await admin(`add ${RAVI} --name Ravi`)
    await admin(`password ${RAVI} --stdin`, { input: 'three quiet elephants' })
    await admin(`disable ${RAVI}`)
    await admin('list')
    await admin('rotate-key')
    const added = await server.db
      .selectFrom('activity')
      .select(['by', 'kind', 'subject_name'])
      .where('id', '>', last[0]?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(added).toEqual([
      { by: 'command line', kind: 'addAdministrator', subject_name: RAVI },
      { by: 'command line', kind: 'handLink', subject_name: RAVI },
      { by: 'command line', kind: 'setPassword', subject_name: RAVI },
      { by: 'command line', kind: 'disableAdministrator', subject_name: RAVI },
      { by: 'command line', kind: 'rotateKey', subject_name: 'Key of document links' },
      { by: 'command line', kind: 'rotateKey', subject_name: 'Signing key' },
    ])
  })

  test('end-sessions says and records that it ended a known device without a session', async () => {
    await admin(`add ${RAVI} --name Ravi`)
    const ravi = await findAdministrator(server.db, RAVI)
    await admin(`end-sessions ${RAVI}`)
    await registerDevice(server.db, ravi?.id ?? '', {}, server.now())
    expect(await admin(`end-sessions ${RAVI}`)).toBe(
      `0 sessions of ${RAVI} ended, and 1 known device.`,
    )
    const entry = await server.db
      .selectFrom('activity')
      .select(['kind', 'subject_name', 'after'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const after = { sessions: 0, devices: 1 }
    expect(entry).toEqual({ kind: 'endAllSessions', subject_name: RAVI, after })
  })

  test('reset-factor records that it ended a known device without a session', async () => {
    const { id = '' } = (await findAdministrator(server.db, ASHA.email)) ?? {}
    await admin(`end-sessions ${ASHA.email}`)
    await registerDevice(server.db, id, {}, server.now())
    await addFactor(server.db, id, server.now())
    await admin(`reset-factor ${ASHA.email}`)
    const entries = await server.db
      .selectFrom('activity')
      .select(['kind', 'after'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toEqual([
      { kind: 'endAllSessions', after: { sessions: 0, devices: 1 } },
      { kind: 'removeFactor', after: {} },
    ])
  })

  test('add, disable and end-sessions record what they change, and nothing if they change nothing', async () => {
    await admin(`add ${RAVI} --name Ravi`)
    await admin(`end-sessions ${RAVI}`)
    const last = await server.db
      .selectFrom('activity')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    await admin(`end-sessions ${RAVI}`)
    await admin(`add ${RAVI} --name Ravi`)
    await admin(`add ${RAVI} --name Ravindra`)
    await admin(`disable ${RAVI}`)
    await admin(`add ${RAVI}`)
    const entries = await server.db
      .selectFrom('activity')
      .select(['kind', 'before', 'after'])
      .where('id', '>', last.id)
      .where('kind', '<>', 'handLink')
      .orderBy('id')
      .execute()
    const kind = 'addAdministrator'
    expect(entries).toEqual([
      { kind, before: { name: 'Ravi' }, after: { name: 'Ravindra' } },
      { kind: 'disableAdministrator', before: {}, after: {} },
      { kind, before: {}, after: { role: 'administrator' } },
    ])
  })

  test.each([
    ['list viewers', "list does not take 'viewers'."],
    ['list --role viewer', 'list does not take --role.'],
    ['rotate-key now', "rotate-key does not take 'now'."],
    ['add dev@example.in Dev', "add does not take 'Dev'."],
    [`disable ${ASHA.email} --stdin`, 'disable does not take --stdin.'],
    [`role ${ASHA.email} --role viewer`, 'role does not take --role.'],
    [`role ${ASHA.email} viewer now`, "role does not take 'now'."],
    ['constructor', "'constructor' is not a command."],
  ])('%s is refused with the reason and the usage', async (command, reason) => {
    const refused = await admin(command).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CommandError)
    expect(String(refused)).toContain(`${reason}\n\nManages the administrators`)
  })

  test('a second factor is not removed with an external identity service, which has it', async () => {
    await expect(admin(`reset-factor ${ASHA.email}`, { identity: 'firebase' })).rejects.toThrow(
      /^With IDENTITY=firebase, .* the Firebase project/,
    )
  })

  test.each([
    ['embedded', 1],
    ['firebase', 0],
  ] as const)(
    'rotate-key replaces the key of document links, and adds a signing key unless the Firebase project has it (%s)',
    async (identity, added) => {
      const count = async () =>
        (await server.db.selectFrom('token_key').select('kid').execute()).length
      const [secret, keys] = [await linkSecret(server.db), await count()]
      await admin('rotate-key', { identity })
      expect(await linkSecret(server.db)).not.toEqual(secret)
      expect(await count()).toBe(keys + added)
    },
  )

  test('runs as a command, on the database of DATABASE_URL', async () => {
    expect((await run(['list'])).stdout).toContain(ASHA.email)
  })
  test('a command that adds nobody makes no database, and says that the settings of the server are missing', async () => {
    const DATA_DIR = await scratchFolder('admin')
    const settings = { DATA_DIR, DATABASE_URL: '' }
    await expect(run(['list'], settings)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no database in ${DATA_DIR}.`),
    })
    expect(await readdir(DATA_DIR)).toEqual([])
    for (const args of [['disable', ASHA.email], ['rotate-key']])
      expect([args, addsPeople(args)]).toEqual([args, false])
    expect(() => addsPeople([])).toThrow('npm run admin -- list')
    await rm(DATA_DIR, { recursive: true })
  })
})
