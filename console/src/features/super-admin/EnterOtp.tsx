import { digits, isWholeOtp, OTP_DIGITS } from '@mandap/domain/super-admin/elevation.ts'
import { useMutation } from '@tanstack/preact-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'preact/compat'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckedField, useTried } from '../../ui/CheckedField.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { selectRefused } from '../../ui/select-refused.ts'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { useClient } from '../client/client-context.ts'
import { ProofFields } from '../second-factor/ProofFields.tsx'
import { useProof } from '../second-factor/use-proof.ts'
import { disableElevation, elevation } from '../session/current-elevation.ts'
import { type OtpChallenge, verifyOtp } from './elevation-calls.ts'
import { attemptsLeft, rejected, verifyProblem } from './elevation-problem.ts'

/** What the person entered. */
interface Entered {
  otp: string
  code: string
}

/** Seconds after which another OTP can be sent. */
const RESEND_SECONDS = 30

/** Asks for the OTP (§5.2), and for the second factor of an account that has one. */
export function EnterOtp({
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
  const isOpen = useIsOpen()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [otp, setOtp] = useState('')
  const proof = useProof(challenge.factors, 'elevate')
  const [usedUp, setUsedUp] = useState<OtpChallenge | null>(null)
  const verify = useMutation({
    // both may be edited while they are checked
    mutationFn: async (entered: Entered) =>
      verifyOtp(client, challenge, entered.otp, await proof.prove()),
    networkMode: 'always',
    onSuccess: (begun) => {
      if (isOpen.current) {
        elevation.begin(begun)
        onVerified()
        return
      }
      // the person cancelled; ending the late grant would also end one that has begun since
      if (!elevation.state().elevated) disableElevation(client)
    },
    onError: (error, entered) => {
      if (attemptsLeft(error) === 0) setUsedUp(challenge)
      const what = rejected(error)
      if (what === 'passkey') return
      const field = form.current?.querySelector<HTMLInputElement>(
        what === 'code' ? '[name=code]' : 'input',
      )
      selectRefused(field, what === 'code' ? entered.code : entered.otp)
    },
  })
  // the button that sent another OTP is removed, and the focus with it
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector('input')?.focus()
    // each OTP has another challenge
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [challenge])

  const problem = verify.error && verifyProblem(verify.error, proof.code)
  const isAboutOtp = rejected(verify.error) === 'otp'
  const attempts = usedUp === challenge ? 0 : attemptsLeft(verify.error)
  const unfinished = isWholeOtp(otp) ? undefined : `Enter the ${OTP_DIGITS} digits of the OTP.`
  const { isTried, forget, handlers } = useTried()
  const missing = isTried ? proof.problem : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    verify.mutate({ otp, code: proof.code })
  }

  function resend() {
    verify.reset()
    forget()
    setOtp('')
    // the server may have used the code up
    proof.setCode('')
    onResend()
  }

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
            disabledReason={attempts === 0 ? 'Send another OTP.' : (unfinished ?? proof.problem)}
          >
            Verify
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={submit}
        {...handlers}
        className="grid gap-3"
      >
        <CheckedField
          label="OTP"
          problem={unfinished}
          isTried={isTried}
          error={isAboutOtp ? (problem ?? undefined) : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={initialFocus}
          value={otp}
          className="[&_input]:text-xl [&_input]:font-medium [&_input]:tracking-[0.4em] [&_input]:tabular-nums"
          clean={(text) => digits(text, OTP_DIGITS)}
          onText={(text) => {
            verify.reset()
            setOtp(text)
          }}
        />
        {/* not a hint of the field, because an error replaces a hint */}
        {challenge.otp !== null && <NoSms otp={challenge.otp} />}
        <ProofFields
          proof={proof}
          error={isAboutOtp ? missing : (problem ?? missing)}
          onEdit={() => {
            verify.reset()
            forget()
          }}
        />
        <Announced text={problem ?? missing} />
        {attempts !== null && <AttemptsLeft left={attempts} />}
        <Resend
          key={challenge.id + challenge.otp}
          busy={resending}
          problem={resendProblem}
          onResend={resend}
        />
      </form>
    </Dialog>
  )
}

function AttemptsLeft({ left }: { left: number }) {
  return (
    <p className="text-ink-muted">
      {left === 0
        ? 'No attempts left for this OTP. Send another one.'
        : `${left === 1 ? '1 attempt' : `${left} attempts`} left.`}
    </p>
  )
}

/** Shows the OTP if the server sends no SMS. */
function NoSms({ otp }: { otp: string }) {
  return (
    <p className="text-sm text-ink-muted">
      This server is a demonstration and sends no SMS. The OTP is <b className="text-ink">{otp}</b>.
    </p>
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
