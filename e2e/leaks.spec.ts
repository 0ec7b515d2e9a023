import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMONSTRATION_NUMBERS } from '@mandap/demo/account.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { FACTOR_CODE_SECONDS } from '@mandap/domain/session/second-factor.ts'
import { type JsonObject, readId, readText } from '@mandap/domain/wire/read.ts'
import { dumpOf, postgresLog } from '@mandap/server/testing/dump.ts'
import { scratchFolder } from '@mandap/server/testing/folder.ts'
import { serverProcess } from '@mandap/server/testing/process.ts'
import { storeRecords } from '@mandap/server/testing/records.ts'
import { createScratch } from '@mandap/server/testing/scratch.ts'
import { appCode } from '@mandap/server/testing/second-factor.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expect, given, test as base } from './testing/app.ts'
import { exported } from './testing/export.ts'
import {
  browserStorage,
  findSecrets,
  type Place,
  type Secret,
  sixDigitsIn,
  watchTraffic,
} from './testing/leaks.ts'
import { navigate } from './testing/navigate.ts'
import { watchNetwork } from './testing/network.ts'
import { signIn } from './testing/sign-in.ts'
import { decide, fillDecision, seenAfter } from './testing/review.ts'
import { demonstrationIds, demonstrationRecords, type Ids, ROUTES } from './testing/routes.ts'
import { openSuperAdmin, sendOtp, superAdminDialog } from './testing/super-admin.ts'

const WRONG_PASSWORD = 'tuberose-and-camphor'
const NEW_PASSWORD = 'three quiet elephants'
const SEARCHED = 'Quetzalcoatlus'
const INVITED = 'nila.das@example.in'

/** A partner of an import, with each kind of number; the demonstration data has Aadhaar and GST numbers only. */
const IMPORTED = partnerJson({
  name: 'Imported Partner',
  status: 'pending',
  aadharNo: '234567890124',
  panNo: 'QWERT6543Y',
  bank: { accountNo: '50100987654321', ifsc: 'SBIN0001234' },
  notes: 'The card of the brother, 9876 5432 1012, was sent first.',
})
const IMPORTED_NUMBERS = ['234567890124', 'QWERT6543Y', '50100987654321', '987654321012']
/** A number that a reviewer types into a reason. */
const TYPED_NUMBER = '345678901238'

/** The routes with a list that can be exported. */
const EXPORTED = [
  'booking-details',
  'booking-details-ended',
  'booking-details-found',
  'approval-panel',
  'partner-details',
  'partner-details-id',
  'user-count',
  'gst-requests',
  'inprogress-partners',
  'guest-partners',
  'guest-partners-id',
  'expired-bookings',
]

/** What is in each kind of place, so that finding nothing else means something. */
const PRESENT: Record<Place['kind'], string> = {
  log: '/exports/file',
  address: '/exports/file',
  export: 'Imported Partner',
  'browser storage': 'mandap.admin.token',
  database: 'Imported Partner',
}

/** What the test has to look for. */
const EXPECTED = [
  'Aadhaar number',
  'PAN',
  'number',
  'password',
  'search',
  'reset code',
  'code of an invitation',
  'id token',
  'refresh token',
  'grant',
  'challenge',
  'pending sign-in',
  'TOTP secret',
  'enrolment',
  'recovery code',
  'known device',
  'right to read documents',
  'secret of an export',
]

interface Server {
  url: string
  databaseUrl: string
  ids: Ids
  /** The personal numbers of the data, from their generator. */
  numbers: Secret[]
  log: () => string
  /** Returns the link of the mail to an administrator with which they choose a password. */
  linkTo: (email: string) => Promise<URL>
}

const test = base.extend<{ server: Server }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
  server: async ({}, provide) => {
    const records = demonstrationRecords()
    const scratch = await createScratch(given('E2E_POSTGRES'), given('E2E_DEMONSTRATION'))
    const none = { bookings: [], users: [], tempPartners: [] }
    await storeRecords(scratch.url, { ...none, partners: [IMPORTED] })
    const folder = await scratchFolder('leaks')
    const server = await serverProcess(folder, {
      DATABASE_URL: scratch.url,
      LOG_LEVEL: 'trace',
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      SUPER_ADMIN_NUMBERS: DEMONSTRATION_NUMBERS.join(','),
    })
    await server.ready()
    await provide({
      url: server.url,
      databaseUrl: scratch.url,
      ids: demonstrationIds(records),
      numbers: [
        ...records.partners.flatMap(numbersOf),
        ...[...IMPORTED_NUMBERS, TYPED_NUMBER].map((value) => ({ what: 'number', value })),
      ],
      log: () => server.logged().join('\n') + server.said(),
      linkTo: (email) => linkIn(join(folder, 'outbox'), email),
    })
    server.child.kill('SIGTERM')
    await server.ended
    await scratch.drop()
    await rm(folder, { recursive: true })
  },
})

test.use({ ownContext: true })

test('no personal number and no one-time secret is in logs, addresses, exports, the browser or the database', async ({
  context,
  page,
  server,
}) => {
  test.slow()
  const { url, ids } = server
  const traffic = watchTraffic(context)
  const network = watchNetwork(page)
  const dumpBefore = await dumpOf(server.databaseUrl)
  const appCodes: string[] = []
  const places: Place[] = []
  const secrets: Secret[] = [
    ...[WRONG_PASSWORD, NEW_PASSWORD, ADMINISTRATOR.password].map((value) => ({
      what: 'password',
      value,
    })),
    { what: 'search', value: SEARCHED, belongsIn: ['browser storage', 'database'] },
  ]

  /** Waits until a screen is complete, and keeps what the browser stores then. */
  async function complete(name: string) {
    await network.idle()
    places.push({ kind: 'browser storage', name, text: await browserStorage(page) })
  }
  const open = async (path: string) => {
    await navigate(page, path)
    await complete(path)
  }

  await test.step('a sign-in fails, the password is reset, and a sign-in succeeds', async () => {
    await page.goto(`${url}/login`)
    await signIn(page, { ...ADMINISTRATOR, password: WRONG_PASSWORD })
    await expect(page.getByText('Invalid Credentials')).toBeVisible()
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(page.getByText('Password reset email sent. Check your inbox.')).toBeVisible()
    const link = await server.linkTo(ADMINISTRATOR.email)
    secrets.push({ what: 'reset code', value: codeIn(link) })
    await page.goto(url + link.pathname + link.search + link.hash)
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Repeat new password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
    await complete('password reset')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, { ...ADMINISTRATOR, password: NEW_PASSWORD })
    await expect(page).toHaveURL(`${url}/dashboard`)
  })

  for (const [route, pathOf] of Object.entries(ROUTES))
    await test.step(route, async () => {
      await open(pathOf(ids))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (!EXPORTED.includes(route)) return
      const { name, bytes } = await exported(page, 'CSV')
      places.push({ kind: 'export', name, text: new TextDecoder().decode(bytes) })
    })

  await test.step('numbers are shown', async () => {
    await open(`/approval-panel/kyc/${readId(IMPORTED['_id'])}`)
    for (const [label, number] of [
      ['Aadhar number', '234567890124'],
      ['PAN', 'QWERT6543Y'],
    ] as const) {
      await page.getByRole('button', { name: `Show ${label}` }).click()
      await expect(page.getByText(number)).toBeVisible()
      await complete(`shown ${label}`)
    }
  })

  await test.step('a search', async () => {
    await open('/approval-panel')
    await page.getByRole('searchbox').fill(SEARCHED)
    await expect(page.getByText('No partners found')).toBeVisible()
    await open(`/booking-details/found#?search=${SEARCHED}`)
  })

  await test.step('export as Excel', async () => {
    await open('/approval-panel')
    const { name, bytes } = await exported(page, 'Excel')
    places.push({ kind: 'export', name, text: JSON.stringify(await readXlsx(bytes)) })
  })

  await test.step('a decision has a number in its reason', async () => {
    await open(`/approval-panel/kyc/online-kyc/${readId(IMPORTED['_id'])}`)
    const reason = `${TYPED_NUMBER} is the number of somebody else`
    await fillDecision(page, 'Decline', { items: ['Aadhar Card'], reason })
    await complete('typed reason')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await decide(page, 'Decline', { items: ['Aadhar Card'], reason })
    await complete('decided')
  })

  await test.step('Super Admin is turned on', async () => {
    await openSuperAdmin(page)
    await superAdminDialog(page)
      .getByLabel('OTP')
      .fill(await sendOtp(page))
    await superAdminDialog(page).getByRole('button', { name: 'Verify' }).click()
    await expect(superAdminDialog(page)).toBeHidden()
    await complete('Super Admin')
  })

  await test.step('an administrator is invited', async () => {
    await open('/administrators')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill(INVITED)
    await seenAfter(page, 'Invitation sent.', () =>
      dialog.getByRole('button', { name: 'Send invitation' }).click(),
    )
    const code = codeIn(await server.linkTo(INVITED))
    secrets.push({ what: 'code of an invitation', value: code })
    await complete('invited')
  })

  await test.step('an authenticator app is added, and signs in', async () => {
    await open('/account')
    const section = page.getByRole('region', { name: 'Second factor' })
    await section.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    // this code, and the next one, because each works once
    const codes = [0, FACTOR_CODE_SECONDS].map((later) =>
      appCode(key, new Date(Date.now() + later * 1000)),
    )
    await dialog.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toContainText('Keep your recovery codes')
    await complete('recovery codes')
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await expect(section).toContainText('10 recovery codes left')
    await signOut(page)
    await complete('signed out')
    await signIn(page, { ...ADMINISTRATOR, password: NEW_PASSWORD })
    await page.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await signOut(page)
    await signIn(page, { ...ADMINISTRATOR, password: NEW_PASSWORD })
    const recoveryCode = (await traffic.secrets()).find(({ what }) => what === 'recovery code')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode?.value ?? '')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await complete('signed in')
    appCodes.push(...codes)
  })

  secrets.push(...server.numbers, ...(await traffic.secrets()))
  expect(new Set(secrets.map(({ what }) => what))).toEqual(new Set(EXPECTED))
  places.push({ kind: 'log', name: 'of the server', text: server.log() })
  places.push({ kind: 'log', name: 'of PostgreSQL', text: await postgresLog(server.databaseUrl) })
  for (const text of traffic.addresses) places.push({ kind: 'address', name: 'of a request', text })
  for (const [name, text] of await dumpOf(server.databaseUrl))
    places.push({ kind: 'database', name: `table ${name}`, text })
  for (const [kind, value] of Object.entries(PRESENT))
    expect(
      findSecrets(
        [{ what: 'present', value }],
        places.filter((place) => place.kind === kind),
      ),
    ).not.toEqual([])
  const allCodes = [...traffic.otps, ...appCodes]
  const asBytes = allCodes.map((code) => ({
    what: 'code of six digits',
    value: Buffer.from(code).toString('hex'),
  }))
  expect(findSecrets([...secrets, ...asBytes], places)).toEqual([])

  // a code of six digits may also be a number of the data
  const numbers = sixDigitsIn(dumpBefore.values())
  const codes = allCodes.filter((code) => !numbers.has(code))
  expect(codes.length).toBeGreaterThan(0)
  const found = sixDigitsIn(places.map(({ text }) => text))
  expect(codes.filter((code) => found.has(code))).toEqual([])
})

/** Returns the Aadhaar number of a partner, and the PAN in its GST number. */
function numbersOf({ aadharNo, gstNo }: JsonObject): Secret[] {
  const aadhaar = readText(aadharNo)
  const gst = readText(gstNo)
  return [
    ...(aadhaar ? [{ what: 'Aadhaar number', value: aadhaar }] : []),
    ...(gst ? [{ what: 'PAN', value: gst.slice(2, 12), partOf: gst }] : []),
  ]
}

/** Returns the code in a link with which a person chooses a password. */
function codeIn(link: URL): string {
  return new URLSearchParams(link.hash.slice(2)).get('oobCode') ?? ''
}

/** Returns the link in the mail to a person with which they choose a password, once it is in the folder. */
async function linkIn(outbox: string, email: string): Promise<URL> {
  let link = ''
  await expect(async () => {
    for (const name of await readdir(outbox)) {
      const mail = name.endsWith('.eml') ? await readFile(join(outbox, name), 'utf8') : ''
      if (mail.includes(`To: ${email}`))
        link ||= /http:\S+\/reset-password\S+/.exec(mail)?.[0] ?? ''
    }
    expect(link).not.toBe('')
  }).toPass({ intervals: [50], timeout: 10_000 })
  return new URL(link)
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
}
