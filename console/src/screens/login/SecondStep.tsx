import { useEffect, useState } from 'preact/compat'
import { config } from '../../features/client/config.ts'
import { finishSignIn, finishSignInWithPasskey } from '../../features/second-factor/calls.ts'
import {
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
} from '../../features/second-factor/failure.ts'
import { preparePasskeys, whyNoPasskeys } from '../../features/second-factor/passkey.ts'
import { type CodeKind, useCodeForm } from '../../features/second-factor/use-code-form.ts'
import { endOnServer } from '../../features/session/current.ts'
import type { PendingSignIn, Tokens } from '../../features/session/sign-in.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'

/** What the person shows: a passkey, a code of the app, or a recovery code. */
type Way = 'passkey' | CodeKind

const TEXTS = {
  totp: {
    text: 'Open your authenticator app and enter the code that it shows for Mandap.',
    label: 'Code',
  },
  recovery: {
    text: 'Enter one of the recovery codes that you kept. It does not work again.',
    label: 'Recovery code',
  },
} as const satisfies Record<CodeKind, { text: string; label: string }>

const USE: Readonly<Record<Way, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  recovery: 'Use a recovery code',
}

/** Renders the second step of a sign-in. A passkey comes before a code. */
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
  const hasPasskey = pending.kinds.includes('passkey')
  const whyNot = hasPasskey ? whyNoPasskeys() : null
  const ways: Way[] = [
    ...(hasPasskey && whyNot === null ? (['passkey'] as const) : []),
    ...(pending.kinds.includes('app') ? (['totp'] as const) : []),
    // a hosted identity service makes none
    ...(config().capabilities.secondFactor ? (['recovery'] as const) : []),
  ]
  const [way, setWay] = useState(ways[0])
  const isOpen = useIsOpen()
  const steps = {
    pending,
    onSignedIn(tokens: Tokens) {
      if (isOpen.current) onSignedIn(tokens)
      // the person has left, and may sign in as somebody else
      else endOnServer(tokens.idToken)
    },
    onEnded() {
      // after the person has left, the login form may have another password
      if (isOpen.current) onEnded('ended')
    },
  }
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Second step</h1>
      {whyNot !== null && (
        <Notice tone="info" live="status" text="You cannot use a passkey here." className="my-5">
          {whyNot}
        </Notice>
      )}
      {way === undefined ? (
        <Notice
          tone="negative"
          text="This console cannot ask for the second factor of your account."
          className="mt-5"
        >
          Add an authenticator app to your account at the sign-in service, then sign in again.
        </Notice>
      ) : way === 'passkey' ? (
        <PasskeyStep {...steps} />
      ) : (
        // the other way has a field of its own, which gets the focus
        <CodeStep key={way} way={way} {...steps} />
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-x-2">
        {ways
          .filter((other) => other !== way)
          .slice(0, way === 'passkey' ? 1 : undefined)
          .map((other) => (
            <Button
              key={other}
              look="quiet"
              className="whitespace-normal!"
              onClick={() => setWay(other)}
            >
              {way === 'passkey' ? 'Use another way' : USE[other]}
            </Button>
          ))}
        <Button
          look="quiet"
          className="whitespace-normal!"
          // without a way, the button is the only control of the step
          ref={(button: HTMLButtonElement | null) => {
            if (way === undefined) button?.focus()
          }}
          onClick={() => onEnded('left')}
        >
          Back to the password
        </Button>
      </div>
    </>
  )
}

interface StepProps {
  pending: PendingSignIn
  onSignedIn: (tokens: Tokens) => void
  onEnded: () => void
}

function PasskeyStep({ pending, onSignedIn, onEnded }: StepProps) {
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  useEffect(preparePasskeys, [])

  async function ask() {
    setFailure(null)
    setIsChecking(true)
    try {
      onSignedIn(await finishSignInWithPasskey(pending))
    } catch (refused) {
      const why = failureOf(refused)
      if (why === 'ended' || why === 'signedOut') return onEnded()
      setFailure(why)
      setIsChecking(false)
    }
  }

  return (
    <>
      <p className="mt-1 text-ink-muted">
        Confirm that it is you with the fingerprint, face or PIN of your device, or with your
        security key.
      </p>
      {failure && <Notice tone="negative" text={FACTOR_FAILURES[failure]} className="mt-5" />}
      <Button
        look="primary"
        size="large"
        icon="key"
        busy={isChecking}
        // the button is the only control of the step
        ref={(button: HTMLButtonElement | null) => button?.focus()}
        className="mt-6 w-full"
        onClick={() => void ask()}
      >
        {failure ? 'Try again' : 'Use passkey'}
      </Button>
    </>
  )
}

function CodeStep({ pending, way, onSignedIn, onEnded }: StepProps & { way: CodeKind }) {
  const { text, label } = TEXTS[way]
  const { form, field, failure, isPending } = useCodeForm({
    kind: way,
    async send(code) {
      onSignedIn(await finishSignIn(pending, code))
    },
    leaveAfter(why) {
      const isOver = why === 'ended' || why === 'signedOut'
      if (isOver) onEnded()
      return isOver
    },
  })

  return (
    <>
      <p className="mt-1 text-ink-muted">{text}</p>
      {failure && <Notice tone="negative" text={FACTOR_FAILURES[failure]} className="mt-5" />}
      <form {...form} className="mt-6">
        <CodeField
          ref={(input: HTMLInputElement | null) => input?.focus()}
          label={label}
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
          {...field}
        />
        <Button
          look="primary"
          size="large"
          type="submit"
          disabled={isPending}
          className="mt-5 w-full"
        >
          {isPending ? 'Logging in...' : 'Login'}
        </Button>
      </form>
    </>
  )
}
