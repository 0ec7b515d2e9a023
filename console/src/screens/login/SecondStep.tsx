import {
  FACTOR_CODE_DIGITS,
  factorCodeFrom,
  RECOVERY_CODE_LENGTH,
} from '@mandap/domain/session/second-factor.ts'
import { type FormEvent, useRef, useState } from 'preact/compat'
import {
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
  finishSignIn,
  isAboutCode,
} from '../../features/second-factor/calls.ts'
import type { PendingSignIn, Tokens } from '../../features/session/sign-in.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** What is entered: a code of the app, or a recovery code. */
type Way = 'totp' | 'recovery'

const TEXTS = {
  totp: {
    text: 'Open your authenticator app and enter the code that it shows for Mandap.',
    label: 'Code',
    missing: `Enter the ${FACTOR_CODE_DIGITS} digits of the code.`,
    wrong: FACTOR_FAILURES.wrongCode,
    other: 'Use a recovery code',
  },
  recovery: {
    text: 'Enter one of the recovery codes that you kept. It does not work again.',
    label: 'Recovery code',
    missing: `Enter the ${RECOVERY_CODE_LENGTH} letters and digits of the recovery code.`,
    wrong: 'This recovery code is wrong.',
    other: 'Use the authenticator app',
  },
} as const

/** Renders the second step of a sign-in, which asks for a code of the second factor. */
export function SecondStep({
  pending,
  onSignedIn,
  onEnded,
}: {
  pending: PendingSignIn
  onSignedIn: (tokens: Tokens) => void
  /** The sign-in has to begin again. */
  onEnded: (why: 'left' | 'ended') => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [way, setWay] = useState<Way>('totp')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const { text, label, missing, wrong, other } = TEXTS[way]

  function refuse(why: string) {
    setError(why)
    form.current?.querySelector('input')?.select()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isChecking) return
    setFailure(null)
    if (factorCodeFrom(typed)?.is !== way) return refuse(missing)
    setError(null)
    setIsChecking(true)
    try {
      onSignedIn(await finishSignIn(pending, typed))
    } catch (refused) {
      const why = failureOf(refused)
      setIsChecking(false)
      if (why === 'ended' || why === 'signedOut') onEnded('ended')
      else if (isAboutCode(why)) refuse(refusalText(why))
      else setFailure(why)
    }
  }

  function refusalText(why: FactorFailure): string {
    if (why === 'wrongCode') return wrong
    return way === 'recovery'
      ? 'This recovery code was already used. Use another one.'
      : FACTOR_FAILURES.usedCode
  }

  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Second step</h1>
      <p className="mt-1 text-ink-muted">{text}</p>
      {failure && <Notice tone="negative" text={FACTOR_FAILURES[failure]} />}
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6">
        <CodeField
          // the other way has a field of its own, which gets the focus
          key={way}
          ref={(input: HTMLInputElement | null) => input?.focus()}
          label={label}
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
          required
          value={typed}
          error={error ?? undefined}
          onText={(next) => {
            setTyped(next)
            setError(null)
          }}
        />
        <Button
          look="primary"
          size="large"
          type="submit"
          disabled={isChecking}
          className="mt-5 w-full"
        >
          {isChecking ? 'Logging in...' : 'Login'}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap justify-center gap-x-2">
        <Button
          look="quiet"
          onClick={() => {
            setWay(way === 'totp' ? 'recovery' : 'totp')
            setTyped('')
            setError(null)
            setFailure(null)
          }}
        >
          {other}
        </Button>
        <Button look="quiet" onClick={() => onEnded('left')}>
          Back to the password
        </Button>
      </div>
    </>
  )
}
