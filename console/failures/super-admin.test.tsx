import { ApiError } from '@mandap/client/api-error.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { readObject } from '@mandap/domain/wire/read.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { elevation } from '../src/features/session/current-elevation.ts'
import { openConsole } from '../testing/open-console.tsx'
import type { ScriptedHost } from '../testing/scripted-host.ts'
import { hostWithRecords, PHONE } from './records.ts'
import { dialog, press } from './scenario.ts'
import { shownOtp } from './session.ts'

/** Opens the dialog for Super Admin with a phone number. The time until another OTP can be sent stands still. */
async function enterPhone(host: ScriptedHost, identity = {}) {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  openConsole(host, '/dashboard', { identity })
  await click(page.getByRole('banner').getByRole('button', { name: 'Super Admin' }))
  await fill(dialog().getByLabelText('Phone number'), PHONE)
}

async function sendAnotherOtp() {
  vi.advanceTimersByTime(31_000)
  await press('Send another OTP')()
}

test('§5.1 says to which number the OTP was sent, and sends another one there, after the field was edited', async () => {
  const sentTo: unknown[] = []
  const host = hostWithRecords('mandap', {
    'POST /otp/sms': ({ body }: TransportRequest) => {
      sentTo.push(readObject(body)['numbers'])
      return { status: 'OK', data: { challengeId: `challenge ${sentTo.length}` } }
    },
  })
  await enterPhone(host)
  const answer = host.hold('POST /otp/sms')
  await press('Send OTP')()
  await fill(dialog().getByLabelText('Phone number'), PHONE.slice(0, -1))
  answer()
  await shown(dialog().getByText(`Enter the 6 digits sent to ${PHONE}.`))
  await sendAnotherOtp()
  await expect.poll(() => sentTo).toEqual([PHONE, PHONE])
  await expect.element(dialog().getByLabelText('OTP')).toHaveFocus()
})

test('§5.1 leaves the caret where the number is corrected', async () => {
  await enterPhone(hostWithRecords('mandap'))
  const [start, end] = [PHONE.slice(0, 2), PHONE.slice(3)]
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{Delete}-7')
  await expect.element(dialog().getByLabelText('Phone number')).toHaveValue(`${start}7${end}`)
})

test.each([
  { title: 'an earlier number', other: `${PHONE.slice(0, -1)}9` },
  { title: 'the same number', other: PHONE },
])(
  '§5.1 asks for the OTP that was sent last, also if the answer for $title is later',
  async ({ other }) => {
    const verified: unknown[] = []
    let sent = 0
    const host = hostWithRecords('mandap', {
      'POST /otp/sms': () => {
        sent += 1
        // the answers are in the order in which they are released
        return { status: 'OK', data: { challengeId: sent === 1 ? 'last' : 'first' } }
      },
      'POST /otp/verify': ({ body }: TransportRequest) => {
        verified.push(readObject(body)['challengeId'])
        return { grant: 'grant', expiresAt: null }
      },
    })
    await enterPhone(host)
    const answerFirst = host.hold('POST /otp/sms')
    await press('Send OTP')()
    await fill(dialog().getByLabelText('Phone number'), PHONE.slice(0, -1))
    await fill(dialog().getByLabelText('Phone number'), other)
    const answerLast = host.hold('POST /otp/sms')
    await press('Send OTP')()
    answerLast()
    await shown(dialog().getByText(`Enter the 6 digits sent to ${other}.`))
    answerFirst()
    await expect.poll(() => sent).toBe(2)
    await new Promise(requestAnimationFrame)
    await fill(dialog().getByLabelText('OTP'), '123456')
    await press('Verify')()
    await expect.poll(() => verified).toEqual(['last'])
  },
)

test('§5.1 asks for the OTP that was sent first if the last one was refused', async () => {
  const refused = 'Too many OTPs. Try again in 5 minutes.'
  let answered = 0
  const host = hostWithRecords('mandap', {
    'POST /otp/sms': () => {
      answered += 1
      if (answered === 1)
        throw new ApiError('tooMany', { code: 'TOO_MANY_ATTEMPTS', message: refused })
      return { status: 'OK', data: { challengeId: 'challenge' } }
    },
  })
  await enterPhone(host)
  const answerFirst = host.hold('POST /otp/sms')
  await press('Send OTP')()
  await fill(dialog().getByLabelText('Phone number'), PHONE.slice(0, -1))
  await fill(dialog().getByLabelText('Phone number'), PHONE)
  const answerLast = host.hold('POST /otp/sms')
  await press('Send OTP')()
  answerLast()
  await shown(dialog().getByText(refused).first())
  answerFirst()
  await expect.element(dialog().getByLabelText('OTP')).toBeVisible()
})

test('§5.2 an OTP that only verified the phone used up the code beside it, so another OTP asks for another code', async () => {
  const said = 'This phone is verified now, for your account. Send another OTP.'
  const host = hostWithRecords('mandap', {
    'POST /otp/sms': () => ({
      status: 'OK',
      data: { challengeId: 'challenge', secondFactor: true, factors: ['app'] },
    }),
    'POST /otp/verify': () => {
      throw new ApiError('invalid', { status: 400, code: 'PHONE_VERIFIED', message: said })
    },
  })
  await enterPhone(host)
  await press('Send OTP')()
  const code = () => dialog().getByLabelText('Code of the app, or a recovery code')
  await fill(dialog().getByLabelText('OTP'), '123456')
  await fill(code(), '654321')
  await press('Verify')()
  await shown(dialog().getByText(said).first())
  await sendAnotherOtp()
  await expect.element(dialog().getByLabelText('OTP')).toHaveValue('')
  await expect.element(code()).toHaveValue('')
  await fill(dialog().getByLabelText('OTP'), '234567')
  await expect.element(dialog().getByRole('button', { name: 'Verify' })).toBeDisabled()
})

test('§5.2 another OTP asks for the second factor that was added after the first one was sent', async () => {
  const kinds: FactorKind[][] = [[], ['app']]
  const host = hostWithRecords('mandap', {
    'POST /otp/sms': () => {
      const factors = kinds.shift() ?? []
      return { status: 'OK', data: { challengeId: `challenge ${factors.join()}`, factors } }
    },
  })
  await enterPhone(host)
  await press('Send OTP')()
  const code = dialog().getByLabelText('Code of the app, or a recovery code')
  await shown(dialog().getByLabelText('OTP'))
  await expect.element(code).not.toBeInTheDocument()
  await sendAnotherOtp()
  await shown(code)
})

test.each([
  { title: 'leaves it off', opensAgain: false },
  { title: 'does not answer the dialog that was opened since', opensAgain: true },
])(
  '§4.1 Cancel while the OTP is verified ends the late grant, and $title',
  async ({ opensAgain }) => {
    let ended = 0
    const host = hostWithRecords('mandap', {
      'POST /otp/sms': () => ({ status: 'OK', data: { challengeId: 'challenge' } }),
      'POST /otp/verify': () => ({
        data: { grant: 'late', expiresAt: null },
      }),
      'DELETE /elevation': () => {
        ended += 1
      },
    })
    await enterPhone(host)
    await press('Send OTP')()
    await fill(dialog().getByLabelText('OTP'), '123456')
    const answer = host.hold('POST /otp/verify')
    await press('Verify')()
    await press('Cancel')()
    await expect.element(dialog()).not.toBeInTheDocument()
    if (opensAgain) {
      await click(page.getByRole('banner').getByRole('button', { name: 'Super Admin' }))
      await shown(dialog().getByLabelText('Phone number'))
    }
    answer()
    await expect.poll(() => ended).toBe(1)
    expect(elevation.state()).toMatchObject({ elevated: false, grant: null })
    expect(dialog().query() !== null).toBe(opensAgain)
  },
)

test('§6 an invitation stays open with its text when Super Admin expires', async () => {
  openConsole(hostWithRecords('mandap'), '/administrators', { superAdmin: true })
  await click(page.getByRole('button', { name: 'Invite', exact: true }))
  await fill(dialog().getByLabelText('E-mail'), 'asha@office.example')
  elevation.runOut()
  await shown(page.getByText('Super Admin has expired.'))
  await expect.element(dialog().getByLabelText('E-mail')).toHaveValue('asha@office.example')
})

/** Turns Super Admin on in the open dialog. */
async function verifyOtp() {
  await fill(dialog().getByLabelText('Phone number'), PHONE)
  await press('Send OTP')()
  await fill(dialog().getByLabelText('OTP'), await shownOtp())
  await press('Verify')()
  await shown(page.getByText('Super Admin is on.'))
}

test('§6 the focus stays at the administrators after Super Admin was turned on there', async () => {
  openConsole(hostWithRecords('mandap'), '/administrators')
  await click(page.getByRole('button', { name: 'Turn Super Admin on' }))
  await verifyOtp()
  await expect.poll(() => document.activeElement?.matches('main *')).toBe(true)
})

test('§6 the focus stays above the screen after Super Admin expired and was turned on again', async () => {
  openConsole(hostWithRecords('mandap'), '/dashboard', { superAdmin: true })
  await shown(page.getByRole('heading', { name: 'Dashboard' }))
  elevation.runOut()
  await click(page.getByRole('button', { name: 'Turn on again' }))
  await verifyOtp()
  await expect.poll(() => document.activeElement?.nextElementSibling?.matches('main')).toBe(true)
})

test('§5.2 Enter in the OTP announces that the code beside it is missing', async () => {
  const host = hostWithRecords('mandap', {
    'POST /otp/sms': () => ({
      status: 'OK',
      data: { challengeId: 'challenge', secondFactor: true, factors: ['app'] },
    }),
  })
  await enterPhone(host)
  await press('Send OTP')()
  await fill(dialog().getByLabelText('OTP'), '123456')
  await userEvent.keyboard('{Enter}')
  const missing = 'Enter the code of the app, or a recovery code.'
  await expect.element(dialog().getByRole('alert').filter({ hasText: missing })).toBeInTheDocument()
})

test('§5.2 a refused passkey leaves the OTP as it is, because the OTP was not refused', async () => {
  const host = hostWithRecords('mandap', {
    'POST /otp/sms': () => ({
      status: 'OK',
      data: { challengeId: 'challenge', secondFactor: true, factors: ['passkey'] },
    }),
  })
  await enterPhone(host, { passkeyOrigin: location.origin })
  await press('Send OTP')()
  const otp = () => dialog().getByLabelText('OTP').element() as HTMLInputElement
  await fill(dialog().getByLabelText('OTP'), '123456')
  await press('Verify')()
  await expect.element(dialog().getByRole('alert').filter({ hasText: /./ })).toBeInTheDocument()
  await expect.element(dialog().getByLabelText('OTP')).toHaveValue('123456')
  expect(otp().selectionStart).toBe(otp().selectionEnd)
})

test('§5.2 the next key does not replace an OTP that was edited while it was checked', async () => {
  const host = hostWithRecords('mandap', {
    'POST /otp/sms': () => ({ status: 'OK', data: { challengeId: 'challenge' } }),
    'POST /otp/verify': () => {
      const body = { error: { code: 'WRONG_OTP', triesLeft: 0 } }
      throw new ApiError('invalid', { status: 400, code: 'WRONG_OTP', body })
    },
  })
  await enterPhone(host)
  await press('Send OTP')()
  const otp = dialog().getByLabelText('OTP')
  await fill(otp, '123456')
  const answer = host.hold('POST /otp/verify')
  await press('Verify')()
  await click(otp)
  await userEvent.keyboard('{End}{Backspace}{Backspace}')
  answer()
  await shown(dialog().getByText('No attempts left for this OTP. Send another one.'))
  await userEvent.keyboard('89')
  await expect.element(otp).toHaveValue('123489')
  await expect.element(dialog().getByRole('button', { name: 'Verify' })).toBeDisabled()
})

test('§2.10 a decision whose grant the server rejects is saved once Super Admin is on again', async () => {
  let sent = 0
  const host = hostWithRecords('mandap', {
    'PUT /partners/{id}': () => {
      sent += 1
      if (sent === 1) throw new ApiError('forbidden', { status: 403, code: 'ELEVATION_REQUIRED' })
      return partnerJson({ _id: 'zoya', status: 'DKYC', kycStatus: 'DKYC' })
    },
  })
  openConsole(host, '/approval-panel/kyc/online-kyc/zoya', { superAdmin: true })
  await click(page.getByRole('button', { name: 'Decline', exact: true }))
  await click(dialog().getByRole('checkbox', { name: 'Video' }))
  await fill(dialog().getByLabelText('Reason'), 'Too dark')
  await press('Decline')()
  await verifyOtp()
  await shown(page.getByText('Partner Updated Successfully!'))
  expect(sent).toBe(2)
})
