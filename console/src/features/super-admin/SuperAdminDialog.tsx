import {
  BAD_PHONE,
  digits,
  isWholeOtp,
  isWholePhone,
  OTP_DIGITS,
  PHONE_DIGITS,
  typedPhone,
} from '@mandap/domain/super-admin/elevation.ts'
import { type FactorKind, isCodeFor } from '@mandap/domain/session/second-factor.ts'
import { useMutation } from '@tanstack/preact-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'preact/compat'
import { confirmWithPasskey } from '../second-factor/calls.ts'
import { preparePasskeys, whyNoPasskeys } from '../second-factor/passkey.ts'
import { currentToken } from '../second-factor/queries.ts'
import { useClient } from '../client/client-context.ts'
import { config } from '../client/config.ts'
import { CodeField } from '../../ui/CodeField.tsx'
import { type OtpChallenge, type OtpProof, sendOtp, verifyOtp } from './elevation-calls.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { elevation } from '../session/current-elevation.ts'
import { sendError, attemptsLeft, rejected, verifyProblem } from './elevation-problem.ts'

/** Seconds after which another OTP can be sent. */
const RESEND_SECONDS = 30

/** The current step of §4.1 in the dialog, which closes after `verified`. */
type Step = { is: 'enterNumber' } | { is: 'enterOtp'; challenge: OtpChallenge; sentTo: string }

/** Turns Super Admin on (§4.1, §5.1, §5.2). Closing the dialog discards the typed text. */
export function SuperAdminDialog({ onClose }: { onClose: (isOn: boolean) => void }) {
  const client = useClient()
  const [step, setStep] = useState<Step>({ is: 'enterNumber' })
  const [typed, setTyped] = useState('')
  const number = typed.slice(0, PHONE_DIGITS)
  const send = useMutation({
    mutationFn: (to: string) => sendOtp(client, to),
    networkMode: 'always',
    // the field may be edited while the OTP is sent
    onSuccess: (challenge, sentTo) => setStep({ is: 'enterOtp', challenge, sentTo }),
  })

  if (step.is === 'enterNumber')
    return (
      <EnterNumber
        number={number}
        problem={send.error && sendError(send.error)}
        busy={send.isPending}
        onText={(text) => {
          send.reset()
          // the field shows 10 digits, but validation checks the digits that were typed after them too
          setTyped(typedPhone(text.startsWith(number) ? typed + text.slice(number.length) : text))
        }}
        onSend={() => send.mutate(number)}
        onCancel={() => onClose(false)}
      />
    )
  return (
    <EnterOtp
      number={step.sentTo}
      challenge={step.challenge}
      resending={send.isPending}
      resendProblem={send.error && sendError(send.error)}
      onResend={() => send.mutate(step.sentTo)}
      onCancel={() => onClose(false)}
      onVerified={() => {
        onClose(true)
        showToast('success', 'Super Admin is on.')
      }}
    />
  )
}

function EnterNumber({
  number,
  problem,
  busy,
  onText,
  onSend,
  onCancel,
}: {
  number: string
  problem: string | null
  busy: boolean
  onText: (text: string) => void
  onSend: () => void
  onCancel: () => void
}) {
  const formId = useId()
  const isWhole = isWholePhone(number)
  const [wasLeft, setWasLeft] = useState(false)
  const unfinished = wasLeft && number !== '' && !isWhole ? BAD_PHONE : null
  return (
    <Dialog
      title="Super Admin"
      description="An OTP will be sent to your phone. The number must be authorized for Super Admin access."
      keepOnBackdrop={number !== ''}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabledReason={isWhole ? undefined : BAD_PHONE}
          >
            Send OTP
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submitted(onSend)}>
        <TextField
          label="Phone number"
          hint={`${PHONE_DIGITS} digits. +91 or 0 before them is dropped.`}
          error={problem ?? unfinished ?? undefined}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          ref={initialFocus}
          value={number}
          onText={(text) => {
            setWasLeft(false)
            onText(text)
          }}
          onBlur={() => setWasLeft(true)}
          onKeyDown={({ key }) => key === 'Enter' && setWasLeft(true)}
        />
        <p className="mt-3 text-sm text-ink-muted">
          An SMS is not secret: a copy of your SIM card receives it too.
          {config().capabilities.secondFactor &&
            ' Set up a second factor in your account, so that the OTP alone is not enough.'}
        </p>
        <Announced text={problem} />
      </form>
    </Dialog>
  )
}

function EnterOtp({
  number,
  challenge,
  resending,
  resendProblem,
  onResend,
  onCancel,
  onVerified,
}: {
  number: string
  challenge: OtpChallenge
  resending: boolean
  resendProblem: string | null
  onResend: () => void
  onCancel: () => void
  onVerified: () => void
}) {
  const client = useClient()
  const formId = useId()
  const field = useRef<HTMLFormElement>(null)
  const [otp, setOtp] = useState('')
  const [code, setCode] = useState('')
  const { factors } = challenge
  const canUsePasskey = factors.includes('passkey') && whyNoPasskeys() === null
  const [way, setWay] = useState(canUsePasskey ? 'passkey' : factors.length > 0 ? 'code' : 'none')
  const [usedUp, setUsedUp] = useState<OtpChallenge | null>(null)
  const hasNoAttempts = usedUp === challenge
  const missing = hasNoAttempts
    ? 'Send another OTP'
    : missingIn(otp, way === 'code' ? code : null, factors)

  useEffect(() => {
    if (canUsePasskey) preparePasskeys()
  }, [canUsePasskey])

  /** Returns what the person shows. The browser asks for the passkey. */
  async function proof(): Promise<OtpProof | undefined> {
    if (way === 'code') return { code }
    if (way === 'none') return undefined
    return { passkey: await confirmWithPasskey(await currentToken(), 'elevate') }
  }

  const verify = useMutation({
    mutationFn: async () => verifyOtp(client, challenge, otp, await proof()),
    networkMode: 'always',
    onSuccess: (begun) => {
      elevation.begin(begun)
      onVerified()
    },
    onError: (error) => {
      if (attemptsLeft(error) === 0) setUsedUp(challenge)
      const what = rejected(error)
      if (what === 'passkey') return
      field.current
        ?.querySelector<HTMLInputElement>(what === 'code' ? '[name=code]' : 'input')
        ?.select()
    },
  })
  // the button that sent another OTP is removed, and the focus with it
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.querySelector('input')?.focus()
    // each OTP has another challenge
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [challenge])

  const problem = verify.error && verifyProblem(verify.error, code)
  const about = rejected(verify.error)
  const attempts = hasNoAttempts ? 0 : attemptsLeft(verify.error)
  return (
    <Dialog
      title="Super Admin"
      description={`Enter the ${OTP_DIGITS} digits sent to ${number}.`}
      keepOnBackdrop
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            busy={verify.isPending}
            disabledReason={missing}
          >
            Verify
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={field}
        noValidate
        onSubmit={submitted(() => verify.mutate())}
        className="grid gap-3"
      >
        <TextField
          label="OTP"
          error={about === 'otp' ? (problem ?? undefined) : undefined}
          hint={challenge.otp !== null && <NoSms otp={challenge.otp} />}
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={initialFocus}
          value={otp}
          className="[&_input]:text-xl [&_input]:font-medium [&_input]:tracking-[0.4em] [&_input]:tabular-nums"
          onText={(text) => {
            verify.reset()
            setOtp(digits(text, OTP_DIGITS))
          }}
        />
        {way === 'passkey' && (
          <p className="text-ink-muted">Your browser then asks for a passkey of your account.</p>
        )}
        {way === 'passkey' && about === 'passkey' && problem && (
          <p className="text-sm text-negative-text">{problem}</p>
        )}
        {way === 'code' && (
          <CodeField
            label={factors.includes('app') ? 'Code of your authenticator app' : 'Recovery code'}
            hint={factors.includes('app') ? 'Or a recovery code.' : undefined}
            error={about === 'code' ? (problem ?? undefined) : undefined}
            value={code}
            onText={(text) => {
              verify.reset()
              setCode(text)
            }}
          />
        )}
        {canUsePasskey && (
          <div className="-ml-2.5">
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                verify.reset()
                setCode('')
                setWay(way === 'passkey' ? 'code' : 'passkey')
              }}
            >
              {way === 'passkey' ? 'Use a code instead' : 'Use a passkey instead'}
            </Button>
          </div>
        )}
        <Announced text={problem} />
        {attempts !== null && (
          <p className="text-ink-muted">
            {attempts === 0
              ? 'No attempts left for this OTP. Send another one.'
              : `${attempts === 1 ? '1 attempt' : `${attempts} attempts`} left.`}
          </p>
        )}
        <Resend
          key={challenge.id + challenge.otp}
          busy={resending}
          problem={resendProblem}
          onResend={() => {
            verify.reset()
            setOtp('')
            // the server may have used the code up
            setCode('')
            onResend()
          }}
        />
      </form>
    </Dialog>
  )
}

/** Returns what is still to be entered; `code` is null if it is not needed. */
function missingIn(
  otp: string,
  code: string | null,
  kinds: readonly FactorKind[],
): string | undefined {
  if (!isWholeOtp(otp)) return `Enter the ${OTP_DIGITS} digits of the OTP`
  if (code !== null && !isCodeFor(kinds, code))
    return kinds.includes('app') ? 'Enter the code of the second factor' : 'Enter a recovery code'
  return undefined
}

/** Shows the OTP if the server sends no SMS. */
function NoSms({ otp }: { otp: string }) {
  return (
    <>
      This server is a demonstration and sends no SMS. The OTP is <b className="text-ink">{otp}</b>.
    </>
  )
}

/** Sends another OTP, after a pause in which the first one can still arrive. */
function Resend({
  busy,
  problem,
  onResend,
}: {
  busy: boolean
  problem: string | null
  onResend: () => void
}) {
  const [wait, setWait] = useState(RESEND_SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setWait((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="-ml-2.5 flex flex-wrap items-center gap-x-2 text-ink-muted">
      {wait > 0 ? (
        <p className="ml-2.5 min-h-8 content-center tabular-nums">
          No OTP received? You can send another one in {wait}&nbsp;s.
        </p>
      ) : (
        <Button look="quiet" size="small" icon="refresh" busy={busy} onClick={onResend}>
          Send another OTP
        </Button>
      )}
      {problem && (
        <p role="alert" className="ml-2.5 text-negative-text">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Renders an error beside its field and announces it to screen readers. */
function Announced({ text }: { text: string | null }) {
  return (
    <p role="alert" className="sr-only">
      {text}
    </p>
  )
}

function submitted(send: () => void) {
  return (event: FormEvent) => {
    event.preventDefault()
    send()
  }
}
