import { ApiError } from '@mandap/client/api-error.ts'
import { USED_CODE } from '@mandap/domain/session/second-factor.ts'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { session } from '../src/features/session/current.ts'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import type { HostKind, ScriptedAnswers } from '../testing/scripted-host.ts'
import { isVisible, until } from '../testing/until.ts'
import { hostWithRecords, PERSON } from './records.ts'
import { dialog, main, press, region } from './scenario.ts'

/** What `/config.json` of our server says with `IDENTITY=firebase`. */
const HOSTED = { account: false, administrators: true, secondFactor: false }

const button = (name: string) => main().getByRole('button', { name, exact: true })
const text = (words: string | RegExp) => page.getByText(words)

/** The answers of our server with `IDENTITY=firebase` that differ. */
const ANSWERS: ScriptedAnswers = {
  'GET /administrators': () => ({ data: [{ ...PERSON, factors: [] }] }),
  'POST /account/sessions/end-others': () => {
    throw new ApiError('invalid', { code: 'RECENT_SIGN_IN_REQUIRED', message: 'Sign in again.' })
  },
}

/** Opens a screen for a Super Admin, on a host with these settings of the identity service. */
function open(path: string, identity: object = {}) {
  const host = hostWithRecords('mandap', identity === HOSTED ? ANSWERS : {})
  openConsole(host, path, { superAdmin: true, identity })
}

async function menuNames(): Promise<string[]> {
  await click(page.getByRole('banner').getByRole('button', { name: 'Account' }))
  await shown(page.getByRole('link', { name: 'Dashboard' }).first())
  return ['Your account', 'Administrators'].filter((name) =>
    isVisible(page.getByRole('banner').getByRole('link', { name })),
  )
}

describe('Administrators', () => {
  test('with the embedded service has invitations and second factors', async () => {
    open('/administrators')
    await shown(text('Ravi Menon'))
    await shown(button('Invite'))
    expect(text('npm run admin -- add EMAIL').query()).toBeNull()
    await shown(text('Second factor: Authenticator app'))
    await shown(main().getByRole('button', { name: /^Reset second factor/ }))
    await click(main().getByRole('button', { name: /^Disable/ }))
    await shown(dialog().getByText(/You can invite them again/))
  })

  test('of a hosted sign-in has roles, sessions and Disable, and says how people are added', async () => {
    open('/administrators', HOSTED)
    await shown(text('npm run admin -- add EMAIL'))
    for (const name of [/^Make viewer/, /^End 1 session/, /^Disable/])
      await shown(main().getByRole('button', { name }))
    for (const name of [/^Invite/, /^Reset second factor/, /^Send another link/])
      expect(main().getByRole('button', { name }).query()).toBeNull()
    expect(
      main()
        .getByText(/second factor/i)
        .query(),
    ).toBeNull()
    await click(main().getByRole('button', { name: /^Disable/ }))
    await shown(dialog().getByText(/npm run admin -- add ravi@example.in/))
    await press('Disable')()
    await shown(text('Administrator disabled.'))
  })

  test('of a hosted sign-in are in the menu, and so is the account', async () => {
    open('/account', HOSTED)
    expect(await menuNames()).toEqual(['Your account', 'Administrators'])
  })

  test('are not in the menu of a host that keeps none, and its screen says so', async () => {
    open('/administrators', { account: false })
    await shown(text('Administrators are not kept here.'))
    expect(await menuNames()).toEqual([])
  })
})

describe('Account', () => {
  test('with the embedded service has password, second factor and sessions', async () => {
    open('/account')
    await shown(button('Change password'))
    await shown(region('Second factor')())
    await shown(region('Sessions')())
    expect(text(/sign-in service/).query()).toBeNull()
  })

  test('of a hosted sign-in has sessions, and says where the password is changed', async () => {
    open('/account', HOSTED)
    await shown(region('Sessions')())
    await shown(region('Password')().getByText(/the sign-in service sends you a link/))
    expect(button('Change password').query()).toBeNull()
    expect(region('Second factor')().query()).toBeNull()
  })

  test('of a hosted sign-in asks to sign in again before it ends a session, and returns', async () => {
    open('/account', HOSTED)
    await click(page.getByRole('button', { name: /^End session: Firefox on Linux/ }))
    await shown(dialog().getByText(/You signed in more than 10 minutes ago/))
    expect(dialog().getByLabelText('Your password').query()).toBeNull()
    await press('Sign in again')()
    await fill(page.getByLabelText('Email'), ADMINISTRATOR.email)
    await fill(page.getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
    await click(page.getByRole('button', { name: 'Login' }))
    await until('signing in returns to the account', () => window.location.pathname === '/account')
    await shown(region('Sessions')())
  })

  test('of a hosted sign-in asks to sign in again also when only the server finds the sign-in too old', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    open('/account', HOSTED)
    // on this clock, the sign-in of a day ago is recent
    localStorage.setItem('mandap.admin.clock', String(-24 * 3_600_000))
    await click(page.getByRole('button', { name: 'End all other sessions' }))
    await press('End sessions')()
    await shown(dialog().getByText(/You signed in more than 10 minutes ago/))
    await shown(dialog().getByRole('button', { name: 'Sign in again' }))
    expect(dialog().getByRole('button', { name: 'End sessions' }).query()).toBeNull()
  })
})

test.each([
  ['/account', 'Your account is not kept here.', 'Your account'],
  ['/activity', 'This host keeps no activity.', 'Activity'],
])('on a plain host, %s says "%s", and no menu has it', async (path, sentence, name) => {
  openConsole(hostWithRecords('plain'), path)
  await shown(text(sentence))
  const link = page.getByRole('link', { name, exact: true })
  await click(page.getByRole('banner').getByRole('button', { name: 'Account' }))
  await shown(page.getByRole('button', { name: 'Logout' }))
  expect(link.query()).toBeNull()
  await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('button'))
  await shown(page.getByRole('link', { name: 'Expired Bookings' }))
  expect(link.query()).toBeNull()
})

describe('a person without access', () => {
  const REASON = 'ravi@example.in is not an administrator here. Ask your administrator for access.'

  /** Refuses a call to everybody. */
  const refusing = (call: keyof ScriptedAnswers) =>
    hostWithRecords('mandap', {
      ...ANSWERS,
      [call]: () => {
        throw new ApiError('forbidden', { code: 'NOT_AN_ADMINISTRATOR', message: REASON })
      },
    })

  test('of a hosted sign-in is signed out, and reads why', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    openConsole(refusing('GET /account'), '/account', { identity: HOSTED })
    await expect.element(page.getByRole('alert')).toHaveTextContent(`You have no access.${REASON}`)
    await expect.element(page.getByRole('heading', { name: 'Login' })).toHaveFocus()
    expect(session.state()).toMatchObject({ token: null, ended: 'noAccess' })
  })

  test('reads the reason after the password, and can sign in with another account', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const host = refusing('GET /session')
    openConsole(host, '/login', { signedOut: true, identity: HOSTED })
    await fill(page.getByLabelText('Email'), ADMINISTRATOR.email)
    await fill(page.getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
    await click(page.getByRole('button', { name: 'Login' }))
    await shown(text(REASON))
    await expect.element(page.getByLabelText('Email')).toBeEnabled()
  })
})

const WAIT = 'Too many attempts. Wait a few minutes and try again.'
const SETTINGS =
  'The sign-in service refused the settings of this console. Tell your administrator.'

test.each([
  ['QUOTA_EXCEEDED : Exceeded quota for verifying passwords.', WAIT],
  ['API key not valid. Please pass a valid API key.', SETTINGS],
  ['The request is missing a valid API key.', SETTINGS],
  ['CONFIGURATION_NOT_FOUND', SETTINGS],
  ['OPERATION_NOT_ALLOWED', SETTINGS],
  ['PASSWORD_LOGIN_DISABLED', SETTINGS],
  [
    'DEMONSTRATION_PASSWORD : It works only on the machine that runs the server.',
    'The demonstration password works only on the machine that runs the server. Set another password there.',
  ],
])(
  'a sign-in that the sign-in service refuses with "%s" says what to do',
  async (message, hint) => {
    const host = hostWithRecords('mandap')
    const service: typeof fetch = async () => Response.json({ error: { message } }, { status: 400 })
    openConsole({ ...host, fetch: service }, '/login', { signedOut: true, identity: HOSTED })
    await fill(page.getByLabelText('Email'), ADMINISTRATOR.email)
    await fill(page.getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
    await click(page.getByRole('button', { name: 'Login' }))
    await expect.element(text(hint)).toBeVisible()
  },
)

describe('the second step of a sign-in', () => {
  const SMS = { mfaEnrollmentId: 'sms', phoneInfo: '+********0001' }
  const APP = { mfaEnrollmentId: 'app', totpInfo: {} }
  const recovery = () => page.getByText(/recovery code/)

  /** Enters the password of an account with one second factor. Every code is refused with `refusal`. */
  async function enterPassword(kind: HostKind, identity: object, factor: object, refusal = '') {
    const host = hostWithRecords(kind)
    const service: typeof fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      if (pathname.endsWith('accounts:signInWithPassword'))
        return Response.json({ mfaPendingCredential: 'pending', mfaInfo: [factor] })
      if (pathname.endsWith('mfaSignIn:finalize'))
        return Response.json({ error: { message: refusal } }, { status: 400 })
      return host.fetch(input, init)
    }
    openConsole({ ...host, fetch: service }, '/login', { signedOut: true, identity })
    await fill(page.getByLabelText('Email'), ADMINISTRATOR.email)
    await fill(page.getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
    await click(page.getByRole('button', { name: 'Login' }))
    await shown(page.getByRole('heading', { name: 'Second step' }))
  }

  test.each([
    ['a plain host', 'plain', {}],
    ['a hosted sign-in', 'mandap', HOSTED],
  ] as const)('of %s with an SMS alone leads back to the password', async (_, kind, identity) => {
    await enterPassword(kind, identity, SMS)
    await shown(text('This console cannot ask for the second factor of your account.'))
    expect(recovery().query()).toBeNull()
    expect(page.getByRole('textbox').query()).toBeNull()
    const back = page.getByRole('button', { name: 'Back to the password' })
    await expect.element(back).toHaveFocus()
    await click(back)
    await shown(page.getByLabelText('Password', { exact: true }))
  })

  test('of a hosted sign-in with an app asks for its code, and offers no recovery code', async () => {
    await enterPassword('mandap', HOSTED, APP)
    await shown(page.getByLabelText('Code'))
    expect(recovery().query()).toBeNull()
  })

  const WRONG_CODE =
    'This code is wrong. Enter the code that the app shows now. If it stays wrong, let the phone set its time automatically.'

  test.each([
    ['INVALID_CODE : The code is not valid.', WRONG_CODE],
    [`INVALID_CODE : ${USED_CODE}`, USED_CODE],
  ])('says what %j means', async (refusal, sentence) => {
    await enterPassword('mandap', HOSTED, APP, refusal)
    await fill(page.getByLabelText('Code'), '111111')
    await click(page.getByRole('button', { name: 'Login' }))
    await expect.element(text(new RegExp(`^${sentence}`))).toBeVisible()
  })

  test('of the embedded service with an app also offers a recovery code', async () => {
    await enterPassword('mandap', {}, APP)
    await click(page.getByRole('button', { name: 'Use a recovery code' }))
    await expect.element(page.getByLabelText('Recovery code')).toHaveFocus()
  })
})
