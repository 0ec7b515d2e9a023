import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { click, fill } from '../testing/act.ts'
import { LOADER } from '../testing/loaders.ts'
import type { FailureMode } from '../testing/failure-mode.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import type { HostKind, ScriptedHost } from '../testing/scripted-host.ts'
import { isVisible, until } from '../testing/until.ts'
import { ACCOUNT_SCENARIOS } from './account.ts'
import { ACTIVITY_SCENARIOS } from './activity.ts'
import { BOOKING_SCENARIOS } from './booking.ts'
import { PARTNER_SCENARIOS } from './partner.ts'
import { PERSON_SCENARIOS } from './person.ts'
import { hostWithRecords } from './records.ts'
import { callsOf, modesOf, type Scenario, type Shown, tryAgain } from './scenario.ts'
import { SESSION_SCENARIOS } from './session.ts'
import { USER_SCENARIOS } from './user.ts'

// the pause of typing after which a number is looked up is no part of a failure
vi.mock('@mandap/domain/booking/number.ts', async (original) => ({
  ...(await original<object>()),
  LOOKUP_DEBOUNCE_MS: 0,
}))

const SCENARIOS: readonly Scenario[] = [
  ...SESSION_SCENARIOS,
  ...BOOKING_SCENARIOS,
  ...PARTNER_SCENARIOS,
  ...USER_SCENARIOS,
  ...ACTIVITY_SCENARIOS,
  ...ACCOUNT_SCENARIOS,
  ...PERSON_SCENARIOS,
]

const KINDS: readonly HostKind[] = ['mandap', 'plain']

/** The calls of the contract that have no scenario, and why. */
const WITHOUT_SCENARIO: Record<string, string> = {
  'GET /health': 'for operators',
  'GET /health/ready': 'for operators',
  'POST /documents': 'made by the marketplace',
  'GET /documents/{id}/content': 'made by the browser itself: e2e/documents.spec.ts',
  'GET /documents/{id}/content/{name}': 'made by an external viewer: e2e/document-links.spec.ts',
  'POST /exports/file': 'made by the browser itself: e2e/exports.spec.ts',
  'POST /person-exports/file': 'made by the browser itself: e2e/person.spec.ts',
  'GET /presence': 'nobody is shown, and no partner is passed over: e2e/live.spec.ts',
  'PUT /presence': 'nobody is shown: e2e/live.spec.ts',
  'GET /session':
    'the console offers everything, and the server refuses what the role does not allow',
  'GET /events':
    'without changes of others, the screens work as before: client/src/live-connection.test.ts',
  'GET /session/storage-key':
    'unsaved text then stays in memory: console/src/features/encrypted-storage/encrypted-storage.test.ts',
  'POST /session/end': 'the session ends in the browser whether the call succeeds or not',
  'GET /elevation': 'Super Admin stays on, and a call that the server refuses offers it again',
  'DELETE /elevation': 'Super Admin ends in the browser whether the call succeeds or not',
  'POST /securetoken.googleapis.com/v1/token': 'e2e/failures.spec.ts',
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup': 'e2e/second-factor.spec.ts',
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword':
    'console/failures/reset-password.test.tsx',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize':
    'e2e/second-factor.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start':
    'e2e/second-factor.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize':
    'e2e/second-factor.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:withdraw':
    'e2e/second-factor.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/recoveryCodes:renew':
    'e2e/second-factor.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start': 'e2e/passkeys.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:finalize': 'e2e/passkeys.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start':
    'e2e/passkeys.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:finalize':
    'e2e/passkeys.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyConfirmation:start':
    'e2e/passkeys.spec.ts',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeys:rename': 'e2e/passkeys.spec.ts',
}

/** The calls of §7, and its lookup of a number, which has a scenario of its own: a plain host has no others. */
const PLAIN_CALLS = [
  ...Object.entries<Call>(CALLS)
    .filter(([, { section }]) => section === '§7')
    .map(([call]) => call),
  'GET /bookings?numberId',
]

test('every call of the contract that a screen makes has a scenario', () => {
  const calls = SCENARIOS.flatMap((scenario) => KINDS.flatMap((kind) => callsOf(scenario, kind)))
  const covered = new Set([...calls.map(withoutQuery), ...Object.keys(WITHOUT_SCENARIO)])
  expect(Object.keys(CALLS).filter((call) => !covered.has(call))).toEqual([])
})

test('every call of §7 has a scenario on a plain host, and no other call has one', () => {
  const calls = SCENARIOS.flatMap((scenario) => callsOf(scenario, 'plain'))
  expect(new Set(calls)).toEqual(new Set(PLAIN_CALLS))
})

describe.each(KINDS)('on a %s host', (kind) => {
  for (const [position, scenario] of SCENARIOS.entries()) {
    const calls = callsOf(scenario, kind)
    if (calls.length === 0) continue
    // the other host takes the next mode of each set
    const modes = modesOf(scenario, kind, position + KINDS.indexOf(kind))
    describe(`${scenario.title} (${calls.join(', ')})`, () => {
      test.each(modes)('%s', async (mode) => {
        const host = hostWithRecords(kind)
        await failAndRecover(host, scenario, mode)
        expect(host.failed()).toBeGreaterThan(0)
      })
    })
  }
})

/** Makes the calls of a scenario fail, expects what the screen shows, and tries again once they succeed. */
async function failAndRecover(host: ScriptedHost, scenario: Scenario, mode: FailureMode) {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { kind } = host
  const { act, kept, shows, path, signedOut = false } = scenario
  if (!act) host.fail(callsOf(scenario, kind), mode)
  openConsole(host, path, scenario)
  await scenario.ready?.(host)
  if (act) {
    host.fail(callsOf(scenario, kind), mode)
    await act()
  }
  if (mode === 'unauthorised' && !signedOut) {
    await expectEnded(scenario)
    if (!isFirstAtAddress(scenario, kind)) return
    host.heal()
    await signInAgain(scenario)
    if (!act) await allGood(shows)
    return
  }
  if (scenario.succeeds?.(mode, kind)) return allGood(shows)
  for (const shown of shows) await expectShown(host, shown, mode)
  expect(isVisible(topBar())).toBe(!signedOut)
  kept?.()
  host.heal()
  for (const { again, within, good, stays } of shows) {
    if (stays?.includes(mode)) continue
    if (!isVisible(good())) await (again ?? act ?? tryAgain(within))()
    await untilGood(good)
  }
}

async function expectShown(host: ScriptedHost, { says, within }: Shown, mode: FailureMode) {
  const text = typeof says === 'string' ? says : says(mode, host.kind)
  const sentence = (within?.(mode) ?? page).getByText(text).first()
  await until(`the screen shows "${text}" and loads no more`, () => {
    const isLoading = document.querySelector(LOADER) !== null
    return host.failed() > 0 && !isLoading && isVisible(sentence)
  })
}

async function expectEnded({ path, isPublic = false }: Scenario) {
  const ended = page.getByText('Your session has ended.', { exact: true })
  await until('the screen says that the session has ended', () => isVisible(ended))
  expect(location.pathname).toBe(isPublic ? path : '/')
}

/** Whether no earlier scenario fails at the same address, to which signing in again returns. */
function isFirstAtAddress(scenario: Scenario, kind: HostKind): boolean {
  const addressOf = ({ path, place = path }: Scenario) => place
  return (
    scenario ===
    SCENARIOS.find((one) => callsOf(one, kind).length > 0 && addressOf(one) === addressOf(scenario))
  )
}

/** Expects that signing in leads back to the same screen. */
async function signInAgain({ path, place, isPublic = false }: Scenario) {
  if (isPublic) await click(page.getByRole('link', { name: 'Sign in to see them' }))
  await fill(page.getByLabelText('Email'), ADMINISTRATOR.email)
  await fill(page.getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
  await click(page.getByRole('button', { name: 'Login' }))
  const before = place ?? path.split('?')[0]
  await until(
    `signing in returns to ${before}`,
    () => isVisible(topBar()) && location.pathname === before,
  )
}

async function allGood(shows: readonly Shown[]) {
  for (const { good } of shows) await untilGood(good)
}

function untilGood(good: Shown['good']) {
  return until('the screen shows what it loaded', () => isVisible(good()))
}

function topBar(): Locator {
  return page.getByRole('banner').first()
}

function withoutQuery(call: string): string {
  return call.split('?')[0] ?? ''
}
