import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import { expect, type Page } from '@playwright/test'
import { WAYS, type Way } from './failures/proxy.ts'
import { mandapStage, plainStage, type Stage } from './failures/stage.ts'
import { ACTIVITY_VISITS } from './failures/activity.ts'
import { BOOKING_VISITS } from './failures/booking.ts'
import { PARTNER_VISITS } from './failures/partner.ts'
import { SESSION_VISITS } from './failures/session.ts'
import { USER_VISITS } from './failures/user.ts'
import { callsOf, type Shown, type Visit } from './failures/visit.ts'
import { test } from './testing/house.ts'

/** Every screen's visits, in which its calls fail. */
const VISITS: readonly Visit[] = [
  ...SESSION_VISITS,
  ...BOOKING_VISITS,
  ...PARTNER_VISITS,
  ...USER_VISITS,
  ...ACTIVITY_VISITS,
]

const HOSTS = ['mandap', 'plain'] as const

const withoutQuery = (call: string) => call.split('?')[0] ?? ''

/** Calls of the contract that no screen shows the failure of, and why. */
const WITHOUT_A_ROW: Record<string, string> = {
  'GET /health': 'asked by whoever runs the server',
  'GET /health/ready': 'asked by whoever runs the server',
  'POST /documents': 'made by the marketplace',
  'GET /documents/{id}/content/{name}': 'loaded by the browser itself: documents.spec.ts',
  'GET /exports/{id}': 'saved by the browser itself: exports.spec.ts',
  'GET /session': 'not asked by the console',
  'POST /session/end': 'the session is over here whether the server heard of it or not',
  'GET /elevation': 'what needs Super Admin is refused, and then offered anew',
  'DELETE /elevation': 'Super Admin is off here whether the server heard of it or not',
  'POST /securetoken.googleapis.com/v1/token': 'tested below',
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup': 'not asked by the console',
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': 'reset-password.spec.ts',
}

test.use({ actionTimeout: 20_000 })

/** The calls of §7: all that a plain host has. */
const PLAIN_CALLS = [
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode',
  'POST /otp/sms',
  'GET /bookings',
  'GET /bookings?numberId',
  'GET /bookings/{id}',
  'PATCH /bookings/{id}',
  'GET /user/all',
  'GET /user/{id}',
  'GET /partners',
  'GET /partners/{id}',
  'GET /temp-partner/{id}',
  'POST /temp-partner',
  'PUT /partners/{id}',
  'DELETE /partners/{id}',
]

test('every call that a screen makes has its row', () => {
  const inTable = VISITS.flatMap((visit) => HOSTS.flatMap((kind) => callsOf(visit, kind)))
  const covered = new Set([...inTable.map(withoutQuery), ...Object.keys(WITHOUT_A_ROW)])
  expect(Object.keys(CALLS).filter((call) => !covered.has(call))).toEqual([])
})

test('every call of §7 has its row on a plain host, and no other call', () => {
  const inTable = new Set(VISITS.flatMap((visit) => callsOf(visit, 'plain')))
  expect([...inTable].toSorted()).toEqual(PLAIN_CALLS.toSorted())
  expect(PLAIN_CALLS.filter((call) => !(withoutQuery(call) in CALLS))).toEqual([])
})

for (const kind of HOSTS)
  for (const visit of VISITS.filter((one) => callsOf(one, kind).length > 0))
    test(`${visit.title}, ${kind} host: ${callsOf(visit, kind).join(', ')}`, async ({
      page,
      house,
    }) => {
      test.setTimeout(300_000)
      await page.clock.install()
      const stage = await (kind === 'mandap' ? mandapStage : plainStage)(page, house)
      if (!visit.signedOut) await stage.signIn({ superAdmin: visit.superAdmin ?? false })
      await visit.open(stage)
      for (const way of WAYS)
        await test.step(String(way), () => failAndGoOn(stage, visit, way), { box: false })
      await stage.close()
    })

test('a token that the host no longer takes is renewed, and a renewal can fail in every way', async ({
  page,
  house,
}) => {
  test.setTimeout(300_000)
  await page.clock.install()
  const stage = await mandapStage(page, house)
  const { proxy } = stage
  const [counts] = USER_VISITS.flatMap((visit) =>
    callsOf(visit, 'mandap').includes('GET /summary') ? visit.shows : [],
  )
  if (!counts) throw new Error('no row shows the counts')
  await stage.signIn()
  await stage.open('/dashboard')
  for (const way of WAYS)
    await test.step(String(way), async () => {
      await stage.signIn()
      await page.evaluate(() => localStorage.setItem('mandap.admin.token', 'a stale one'))
      proxy.fail(['POST /securetoken.googleapis.com/v1/token'], way)
      await stage.enterAnew()
      const isRefused = typeof way === 'number' && way < 500 && way !== 429
      if (isRefused) {
        await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible()
        proxy.heal()
        await stage.signIn()
      } else {
        await said(stage, counts, way, READ_AGAIN.includes(way))
        proxy.heal()
        await tryAgain(counts.within)(page)
      }
      await expect(counts.well(page)).toBeVisible()
    })
  await stage.close()
})

/** Lets the calls of a visit fail in a way, reads what is said, and goes on once they do not. */
async function failAndGoOn(stage: Stage, visit: Visit, way: Way) {
  const { page, proxy, kind } = stage
  const { act, kept, shows, signedOut: noSession = false } = visit
  const isOver = way === 401 && !noSession
  const isFine = visit.fine?.(way, kind) ?? false
  await stage.house.db.deleteFrom('attempt').execute()
  await visit.ready?.(stage)
  proxy.fail(callsOf(visit, kind), way)
  if (act) await act(page)
  else await stage.enterAnew()

  if (isOver) await signedOut(page, visit)
  else if (isFine) await allWell(page, shows)
  else for (const shown of shows) await said(stage, shown, way, isRepeated(visit, kind, way))
  if (!isOver && !noSession) await expect(topBar(page)).toBeVisible()
  if (!isOver && !isFine) await kept?.(page)
  proxy.heal()

  if (isOver) {
    await stage.signIn({ superAdmin: visit.superAdmin ?? false })
    // one is where one was
    await expect(topBar(page)).toBeVisible()
    await expect(page).not.toHaveURL(/\/(login)?$/)
    if (!act) await allWell(page, shows)
  } else if (!isFine) {
    for (const { again, within, well } of shows.filter(({ stays }) => !stays?.includes(way))) {
      if (!(await well(page).isVisible())) await (again ?? act ?? tryAgain(within))(page)
      await expect(well(page)).toBeVisible()
    }
  }
  if (noSession) await forget(page)
  // what is said over everything goes before the next
  await pass(page, 3_100)
}

/** Lets time pass with somebody there all the while: the session does not end for want of activity. */
async function pass(page: Page, milliseconds: number) {
  await page.evaluate((until) => {
    if (localStorage.getItem('mandap.admin.active') === null) return
    localStorage.setItem('mandap.admin.active', String(Date.now() + until))
  }, milliseconds)
  await page.clock.fastForward(milliseconds)
}

/** The ways after which a read is made again by itself, and those after which a write with a key is. */
const READ_AGAIN: readonly Way[] = [500, 'dropped', 'stalled']
const WRITTEN_AGAIN: readonly Way[] = ['dropped', 'stalled']

const IDEMPOTENT = Object.entries<Call>(CALLS)
  .filter(([, call]) => call.idempotent)
  .map(([call]) => call)

/** Whether the console makes the failed calls of a visit again by itself. */
function isRepeated(visit: Visit, kind: Stage['kind'], way: Way): boolean {
  return callsOf(visit, kind).every((call) =>
    call.startsWith('GET ')
      ? READ_AGAIN.includes(way)
      : kind === 'mandap' && IDEMPOTENT.includes(call) && WRITTEN_AGAIN.includes(way),
  )
}

async function said(stage: Stage, { says, within }: Shown, way: Way, repeated: boolean) {
  const { page, proxy, kind } = stage
  const text = typeof says === 'string' ? says : says(way, kind)
  const place = within?.(page, way) ?? page.locator('body')
  const sentence = place.getByText(text).first()
  await expect.poll(proxy.failed, { intervals: [20] }).toBeGreaterThan(0)
  if (!repeated && way === 'stalled') await pass(page, 31_000)
  let seen = 0
  await expect(async () => {
    // twice more, after pauses
    if (repeated) {
      const failed = proxy.failed()
      await pass(page, way === 'stalled' && failed > seen ? 31_000 : 2_100)
      seen = failed
    }
    await expect(sentence).toBeVisible({ timeout: 150 })
    await expect(place.locator('.animate-spin, .animate-shimmer')).toHaveCount(0, { timeout: 150 })
  }).toPass({ timeout: 20_000, intervals: [30] })
}

async function signedOut(page: Page, { staysSignedOut = false }: Visit) {
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible()
  if (!staysSignedOut) await expect(page).toHaveURL(/\/$/)
}

async function allWell(page: Page, shows: readonly Shown[]) {
  for (const { well } of shows) await expect(well(page)).toBeVisible()
}

function tryAgain(within: Shown['within']) {
  return (page: Page) =>
    (within?.(page) ?? page).getByRole('button', { name: 'Try again' }).first().click()
}

const topBar = (page: Page) => page.locator('header').first()

async function forget(page: Page) {
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
}
