import { PHONE_DIGITS, typedPhone } from '@mandap/domain/super-admin/elevation.ts'
import { useMutation } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/compat'
import { showToast } from '../../ui/Toast.tsx'
import { useClient } from '../client/client-context.ts'
import { EnterNumber } from './EnterNumber.tsx'
import { EnterOtp } from './EnterOtp.tsx'
import { type OtpChallenge, sendOtp } from './elevation-calls.ts'
import { sendError } from './elevation-problem.ts'

/** The current step of §4.1 in the dialog, which closes after `verified`. */
type Step = { is: 'enterNumber' } | { is: 'enterOtp'; challenge: OtpChallenge; sentTo: string }

/** Turns Super Admin on (§4.1, §5.1, §5.2). Closing the dialog discards the typed text. */
export function SuperAdminDialog({ onClose }: { onClose: (isOn: boolean) => void }) {
  const client = useClient()
  const [step, setStep] = useState<Step>({ is: 'enterNumber' })
  const [typed, setTyped] = useState('')
  const number = typed.slice(0, PHONE_DIGITS)
  const sends = useRef(0)
  const send = useMutation({
    mutationFn: ({ to }: { to: string; count: number }) => sendOtp(client, to),
    networkMode: 'always',
    // the field may be edited while the OTP is sent, and another one sent from it, which the answer must not replace
    onSuccess: (challenge, { to: sentTo, count }) => {
      if (count === sends.current) setStep({ is: 'enterOtp', challenge, sentTo })
    },
    // an OTP that was sent before it is then the last one
    onError: (_, { count }) => {
      if (count === sends.current) sends.current -= 1
    },
  })

  function sendTo(to: string) {
    sends.current += 1
    send.mutate({ to, count: sends.current })
  }

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
        onSend={() => sendTo(number)}
        onCancel={() => onClose(false)}
      />
    )
  return (
    <EnterOtp
      number={step.sentTo}
      challenge={step.challenge}
      resending={send.isPending}
      resendProblem={send.error && sendError(send.error)}
      onResend={() => sendTo(step.sentTo)}
      onCancel={() => onClose(false)}
      onVerified={() => {
        onClose(true)
        showToast('success', 'Super Admin is on.')
      }}
    />
  )
}
