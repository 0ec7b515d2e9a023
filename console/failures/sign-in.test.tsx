import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { session } from '../src/features/session/current.ts'
import { TOKEN_KEY } from '../src/features/session/session.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import { isVisible, until } from '../testing/until.ts'
import { hostWithRecords } from './records.ts'

type Answers = Record<string, () => Response | Promise<Response>>

const PENDING = {
  mfaPendingCredential: 'credential',
  mfaInfo: [{ mfaEnrollmentId: 'app', totpInfo: {} }],
}

const APP = { totpSessionInfo: { sessionInfo: 'app', sharedSecretKey: 'KEY' } }

/** What a browser needs to make a passkey. */
const CREATION = {
  challenge: 'AAAA',
  rp: { name: 'Mandap' },
  user: { id: 'AAAA', name: 'asha', displayName: 'Asha' },
  pubKeyCredParams: [],
  excludeCredentials: [{ id: 'AAAA', type: 'public-key' }],
}

const refusal = (message: string) => Response.json({ error: { message } }, { status: 400 })

const password = () => page.getByLabelText('Password', { exact: true })
const code = () => page.getByLabelText('Code', { exact: true })

/** Opens the login screen on a host that gives these answers to calls of the identity service. */
function openLogin(answers: Answers): void {
  const host = hostWithRecords('mandap')
  const identity: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    return Promise.resolve(answers[pathname.split('/').at(-1) ?? '']?.() ?? host.fetch(input, init))
  }
  openConsole({ ...host, fetch: identity }, '/login', {
    signedOut: true,
    identity: { passkeyOrigin: location.origin },
  })
}

async function login(typed = ADMINISTRATOR.password, email = ADMINISTRATOR.email) {
  await fill(page.getByLabelText('Email'), email)
  await fill(password(), typed)
  await click(page.getByRole('button', { name: 'Login' }))
}

/** Returns an answer that waits until `give` is called. */
function heldAnswer(answer = () => Response.json({})) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    answer: () => promise.then(answer),
    async give() {
      resolve()
      // what the answer changes is rendered by then
      await new Promise((done) => setTimeout(done, 100))
    },
  }
}

describe('the answer to Forgot Password?', () => {
  async function forgetPassword() {
    await fill(page.getByLabelText('Email'), ADMINISTRATOR.email)
    await click(page.getByRole('link', { name: 'Forgot Password?' }))
  }

  test('says what is wrong with the address, and sends nothing', async () => {
    let sent = 0
    openLogin({
      'accounts:sendOobCode': () => {
        sent += 1
        return refusal('INVALID_EMAIL')
      },
    })
    await fill(page.getByLabelText('Email'), 'asha')
    await click(page.getByRole('link', { name: 'Forgot Password?' }))
    await shown(page.getByText('Enter an email address such as name@example.com.'))
    await expect.element(page.getByLabelText('Email')).toHaveFocus()
    expect(sent).toBe(0)
  })

  test('is shown also after a login without a password', async () => {
    const reset = heldAnswer()
    openLogin({ 'accounts:sendOobCode': reset.answer })
    await forgetPassword()
    await login('')
    await expect.element(password()).toHaveFocus()
    await reset.give()
    await shown(page.getByText('Password reset email sent. Check your inbox.'))
  })

  test('does not replace the second step of a sign-in that was begun before it', async () => {
    const reset = heldAnswer()
    openLogin({
      'accounts:sendOobCode': reset.answer,
      'accounts:signInWithPassword': () => Response.json(PENDING),
      'mfaSignIn:finalize': () => Response.json({ idToken: 'token' }),
    })
    await forgetPassword()
    await login()
    await fill(code(), '123456')
    await reset.give()
    expect(code().element()).toHaveValue('123456')
    await click(page.getByRole('button', { name: 'Login' }))
    await shown(page.getByRole('heading', { name: 'Dashboard' }))
  })

  test('does not show the form while the password is checked', async () => {
    const reset = heldAnswer()
    const check = heldAnswer()
    openLogin({
      'accounts:sendOobCode': reset.answer,
      'accounts:signInWithPassword': check.answer,
    })
    await forgetPassword()
    await login()
    await reset.give()
    expect(isVisible(page.getByRole('button', { name: 'Logging in...' }))).toBe(true)
    expect(isVisible(password())).toBe(false)
    await check.give()
    await until('the form is shown again', () => isVisible(password()))
  })
})

test('signs in with an address that was copied with invisible characters', async () => {
  openLogin({})
  await login(ADMINISTRATOR.password, `\u202A${ADMINISTRATOR.email}\u200B`)
  await expect.element(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('selects the password after a failed login', async () => {
  openLogin({})
  await login('jasmine')
  await shown(page.getByText('Invalid Credentials'))
  await expect.element(password()).toHaveFocus()
  const { selectionStart, selectionEnd } = password().element() as HTMLInputElement
  expect([selectionStart, selectionEnd]).toEqual([0, 'jasmine'.length])
})

test('hides why the second step failed when the code is edited', async () => {
  openLogin({
    'accounts:signInWithPassword': () => Response.json(PENDING),
    'mfaSignIn:finalize': () => new Response('', { status: 503 }),
  })
  await login()
  await fill(code(), '123456')
  await click(page.getByRole('button', { name: 'Login' }))
  const failure = page.getByText('The sign-in service had a problem.')
  await shown(failure)
  await fill(code(), '12345')
  await expect.element(failure).not.toBeInTheDocument()
  await click(page.getByRole('button', { name: 'Login' }))
  await shown(page.getByText('Enter the 6 digits of the code.'))
})

/** Enters a code, and goes back to the password before it is answered. */
async function leaveSecondStep() {
  await login()
  await fill(code(), '123456')
  await click(page.getByRole('button', { name: 'Login' }))
  await click(page.getByRole('button', { name: 'Back to the password' }))
}

test('keeps the login form of a person who has left the second step before the refusal', async () => {
  const check = heldAnswer(() => refusal('MFA_ENROLLMENT_NOT_FOUND'))
  openLogin({
    'accounts:signInWithPassword': () => Response.json(PENDING),
    'mfaSignIn:finalize': check.answer,
  })
  await leaveSecondStep()
  await fill(password(), 'marigold')
  await check.give()
  expect(password().element()).toHaveValue('marigold')
})

test('ends the session of a second step that succeeds after the person has left it', async () => {
  const check = heldAnswer(() => Response.json({ idToken: 'late' }))
  openLogin({
    'accounts:signInWithPassword': () => Response.json(PENDING),
    'mfaSignIn:finalize': check.answer,
  })
  const ends = observeEnds()
  await leaveSecondStep()
  await fill(password(), 'marigold')
  await check.give()
  expect(password().element()).toHaveValue('marigold')
  await expect.poll(ends).toEqual([['/session/end', 'Bearer late']])
})

/** Observes the calls that end a session on the server. */
function observeEnds() {
  const ends = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}))
  onTestFinished(() => ends.mockRestore())
  return () =>
    ends.mock.calls.map(([url, init]) => [url, new Headers(init?.headers).get('authorization')])
}

describe('the first enrolment', () => {
  const heading = (name: string) => page.getByRole('heading', { name })
  const button = (name: string) => page.getByRole('button', { name })

  async function openEnrolment(answers: Answers) {
    openLogin({
      'accounts:signInWithPassword': () =>
        Response.json({ idToken: 'token', mfaEnrollmentRequired: true }),
      ...answers,
    })
    await login()
    await expect.element(heading('Set up a second factor')).toHaveFocus()
  }

  test('moves the focus to each step of an app', async () => {
    const start = heldAnswer(() => Response.json(APP))
    await openEnrolment({
      'mfaEnrollment:start': start.answer,
      'mfaEnrollment:finalize': () => Response.json({ recoveryCodes: ['abcd'] }),
    })
    await click(button('Authenticator app'))
    await expect.element(heading('Set up a second factor')).toHaveFocus()
    await start.give()
    await expect.element(code()).toHaveFocus()
    await fill(code(), '123456')
    await click(button('Confirm'))
    await expect.element(heading('Keep your recovery codes')).toHaveFocus()
  })

  test('knows the time of the host although it took minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const claims = btoa(JSON.stringify({ iat: Math.floor(Date.now() / 1000) }))
    await openEnrolment({
      'accounts:signInWithPassword': () =>
        Response.json({ idToken: `e30.${claims}.signature`, mfaEnrollmentRequired: true }),
      'mfaEnrollment:start': () => Response.json(APP),
      'mfaEnrollment:finalize': () => Response.json({ recoveryCodes: ['abcd'] }),
    })
    await click(button('Authenticator app'))
    await fill(code(), '123456')
    await click(button('Confirm'))
    await shown(heading('Keep your recovery codes'))
    vi.useRealTimers()
    await click(button('I have kept them'))
    await shown(heading('Dashboard'))
    expect(Math.abs(session.issuerNow() - Date.now())).toBeLessThan(60_000)
  })

  test('moves the focus to each step of a passkey', async () => {
    const start = heldAnswer(() => Response.json({ credentialCreationOptions: {} }))
    const answers = [() => new Response('', { status: 503 }), start.answer]
    await openEnrolment({
      'passkeyEnrollment:start': () => answers.shift()?.() ?? Response.error(),
    })
    await click(button('Passkey'))
    await shown(page.getByText('The sign-in service had a problem.'))
    await expect.element(heading('Set up a second factor')).toHaveFocus()
    await click(button('Try again'))
    await start.give()
    await expect.element(page.getByLabelText('Name')).toHaveFocus()
    await click(button('Choose another way'))
    await expect.element(heading('Set up a second factor')).toHaveFocus()
  })

  test('keeps the recovery codes on the screen when the person signs in in another tab', async () => {
    await openEnrolment({
      'mfaEnrollment:start': () => Response.json(APP),
      'mfaEnrollment:finalize': () => Response.json({ recoveryCodes: ['abcd'] }),
    })
    await click(button('Authenticator app'))
    await fill(code(), '123456')
    await click(button('Confirm'))
    await shown(page.getByText('abcd'))
    localStorage.setItem(TOKEN_KEY, 'other tab')
    session.reread()
    await heldAnswer().give()
    await click(button('I have kept them'))
    await shown(heading('Dashboard'))
    expect(session.currentToken()).toBe('other tab')
  })

  describe('after the answer with the recovery codes was lost', () => {
    const lost = () => Promise.reject(new TypeError('the connection broke'))
    const started = () => Response.json(APP)

    /** Confirms an app, whose answer is lost, and confirms it again. */
    async function confirmTwice(renewal: () => Response) {
      const starts = [started, () => refusal('SECOND_FACTOR_EXISTS')]
      const finishes: Answers[string][] = [lost, () => refusal('SESSION_EXPIRED')]
      await openEnrolment({
        'mfaEnrollment:start': () => starts.shift()?.() ?? lost(),
        'mfaEnrollment:finalize': () => finishes.shift()?.() ?? lost(),
        'recoveryCodes:renew': renewal,
      })
      await click(button('Authenticator app'))
      await fill(code(), '123456')
      await click(button('Confirm'))
      await shown(page.getByText("Can't reach the sign-in service."))
      await click(button('Confirm'))
    }

    test('says that the app was already added, and shows new recovery codes', async () => {
      await confirmTwice(() => Response.json({ recoveryCodes: ['abcd'] }))
      await expect.element(heading('Keep your recovery codes')).toHaveFocus()
      await shown(page.getByText('Your second factor was already added.'))
      await shown(page.getByText('abcd'))
      await click(button('I have kept them'))
      await shown(heading('Dashboard'))
    })

    test('says where to make recovery codes if they cannot be made now', async () => {
      vi.spyOn(console, 'warn').mockReturnValueOnce()
      await confirmTwice(() => refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'))
      await expect.element(heading('Your second factor is set up')).toHaveFocus()
      await shown(page.getByText('Make new ones on the page ‘Your account’.'))
      await click(button('Continue'))
      await shown(heading('Dashboard'))
    })

    test('says that the passkey was already added, and shows new recovery codes', async () => {
      vi.spyOn(navigator.credentials, 'create').mockRejectedValueOnce(
        new DOMException('excluded', 'InvalidStateError'),
      )
      await openEnrolment({
        'passkeyEnrollment:start': () => Response.json({ credentialCreationOptions: CREATION }),
        'recoveryCodes:renew': () => Response.json({ recoveryCodes: ['abcd'] }),
      })
      await click(button('Passkey'))
      await click(button('Create passkey'))
      await expect.element(heading('Keep your recovery codes')).toHaveFocus()
      await shown(page.getByText('Your second factor was already added.'))
      await shown(page.getByText('abcd'))
    })

    test('shows new recovery codes with another second factor', async () => {
      await openEnrolment({
        'mfaEnrollment:start': started,
        'mfaEnrollment:finalize': () => Response.json({}),
        'recoveryCodes:renew': () => Response.json({ recoveryCodes: ['abcd'] }),
      })
      await click(button('Authenticator app'))
      await fill(code(), '123456')
      await click(button('Confirm'))
      await expect.element(page.getByText('abcd')).toBeVisible()
    })
  })

  describe('that the person leaves while the code is checked', () => {
    const told = () =>
      page.getByText('Your second factor was added, but its recovery codes could not be shown.')

    async function leave(finish: Answers[string]) {
      await openEnrolment({
        'mfaEnrollment:start': () => Response.json(APP),
        'mfaEnrollment:finalize': finish,
      })
      await click(button('Authenticator app'))
      await fill(code(), '123456')
      await click(button('Confirm'))
      await click(button('Back to the password'))
    }

    test.each([
      ['with recovery codes', { recoveryCodes: ['abcd'] }],
      ['without them', {}],
    ])('ends its session and says what is missing, %s', async (_, answer) => {
      const check = heldAnswer(() => Response.json(answer))
      const ends = observeEnds()
      await leave(check.answer)
      await fill(password(), 'marigold')
      await check.give()
      await shown(told())
      expect(password().element()).toHaveValue('marigold')
      await expect.poll(ends).toEqual([['/session/end', 'Bearer token']])
    })

    test('says nothing of it after the next attempt to sign in', async () => {
      const check = heldAnswer(() => Response.json({ recoveryCodes: ['abcd'] }))
      const ends = observeEnds()
      await leave(check.answer)
      await login()
      await shown(heading('Set up a second factor'))
      await check.give()
      await expect.poll(ends).toHaveLength(1)
      expect(isVisible(heading('Set up a second factor'))).toBe(true)
      expect(told().query()).toBeNull()
    })

    test('says nothing of a refused code', async () => {
      const check = heldAnswer(() => refusal('INVALID_CODE'))
      const ends = observeEnds()
      await leave(check.answer)
      await check.give()
      expect(ends()).toEqual([])
      expect(told().query()).toBeNull()
    })
  })

  /** The refusals ten minutes after the password, and after the token has expired. */
  const TOO_OLD = ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'INVALID_ID_TOKEN']

  const ended = () => page.getByText('The second step took too long, or failed too often.')

  test.each(TOO_OLD)('asks for the password again after %s at the choice', async (message) => {
    await openEnrolment({ 'mfaEnrollment:start': () => refusal(message) })
    await click(button('Authenticator app'))
    await shown(ended())
    await expect.element(password()).toHaveFocus()
    expect(password().element()).toHaveValue('')
  })

  test('asks for the password again when the sign-in expires before the code', async () => {
    await openEnrolment({
      'mfaEnrollment:start': () => Response.json(APP),
      'mfaEnrollment:finalize': () => refusal('INVALID_ID_TOKEN'),
    })
    await click(button('Authenticator app'))
    await fill(code(), '123456')
    await click(button('Confirm'))
    await shown(ended())
    await expect.element(password()).toHaveFocus()
  })

  test('keeps the login form of a person who has left it before the refusal', async () => {
    const start = heldAnswer(() => refusal('INVALID_ID_TOKEN'))
    await openEnrolment({ 'mfaEnrollment:start': start.answer })
    await click(button('Authenticator app'))
    await click(button('Back to the password'))
    await fill(password(), 'marigold')
    await start.give()
    expect(password().element()).toHaveValue('marigold')
  })
})

test('Forgot Password? needs the email, and clears its message before the next request', async () => {
  const reset = heldAnswer()
  let sent = 0
  openLogin({
    'accounts:sendOobCode': () => {
      sent += 1
      return sent === 1 ? new Response('', { status: 503 }) : reset.answer()
    },
  })
  const forgotten = page.getByRole('link', { name: 'Forgot Password?' })
  await click(forgotten)
  await shown(page.getByText('Please enter your email to reset your password.'))
  await fill(page.getByLabelText('Email'), ADMINISTRATOR.email)
  await click(forgotten)
  const failed = page.getByText('Error sending password reset email. Please try again.')
  await shown(failed)
  await click(forgotten)
  await expect.element(failed).not.toBeInTheDocument()
  await reset.give()
  await shown(page.getByText('Password reset email sent. Check your inbox.'))
})
