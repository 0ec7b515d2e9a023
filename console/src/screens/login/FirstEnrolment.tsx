import { factorCodeFrom } from '@mandap/domain/session/second-factor.ts'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'preact/compat'
import {
  type Enrolment,
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
  finishEnrolment,
  isAboutCode,
  startEnrolment,
} from '../../features/second-factor/calls.ts'
import { RecoveryCodes } from '../../features/second-factor/RecoveryCodes.tsx'
import { ScanApp } from '../../features/second-factor/ScanApp.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { Notice } from '../../ui/Notice.tsx'

type State =
  | { at: 'starting' }
  | { at: 'failed'; failure: FactorFailure }
  | { at: 'scanning'; enrolment: Enrolment; isRepeated: boolean }
  | { at: 'added'; codes: readonly string[] }

/** Renders the enrolment of a second factor at a sign-in that requires one. */
export function FirstEnrolment({
  idToken,
  email,
  onDone,
  onLeave,
}: {
  idToken: string
  email: string
  onDone: () => void
  onLeave: () => void
}) {
  const [state, setState] = useState<State>({ at: 'starting' })

  async function start(isRepeated = false) {
    setState({ at: 'starting' })
    try {
      setState({ at: 'scanning', enrolment: await startEnrolment(idToken), isRepeated })
    } catch (error) {
      setState({ at: 'failed', failure: failureOf(error) })
    }
  }
  const onOpen = useEffectEvent(() => start())
  useEffect(() => void onOpen(), [])

  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">
        {state.at === 'added' ? 'Keep your recovery codes' : 'Set up a second factor'}
      </h1>
      {state.at !== 'added' && (
        <p className="mt-1 mb-6 text-ink-muted">
          This server asks for a code of an authenticator app at every sign-in.
        </p>
      )}
      {state.at === 'starting' && (
        <div className="grid place-items-center py-12 text-accent-text">
          <Spinner label="Preparing the second factor" className="size-8" />
        </div>
      )}
      {state.at === 'failed' && (
        <>
          <Notice tone="negative" text={FACTOR_FAILURES[state.failure]} />
          <Button look="primary" size="large" className="mt-5 w-full" onClick={() => void start()}>
            Try again
          </Button>
        </>
      )}
      {state.at === 'scanning' && (
        <>
          {state.isRepeated && (
            <div className="-mt-5 mb-6">
              <Notice
                tone="negative"
                text="This took too long."
                advice="Delete the entry for Mandap in the app, and scan the new QR code."
              />
            </div>
          )}
          <Scanning
            idToken={idToken}
            email={email}
            enrolment={state.enrolment}
            onAdded={(codes) => setState({ at: 'added', codes })}
            onEnded={() => void start(true)}
          />
        </>
      )}
      {state.at === 'added' ? (
        <div className="mt-4">
          <RecoveryCodes codes={state.codes} />
          <Button look="primary" size="large" className="mt-6 w-full" onClick={onDone}>
            I have kept them
          </Button>
        </div>
      ) : (
        <div className="mt-4 flex justify-center">
          <Button look="quiet" onClick={onLeave}>
            Back to the password
          </Button>
        </div>
      )}
    </>
  )
}

function Scanning({
  idToken,
  email,
  enrolment,
  onAdded,
  onEnded,
}: {
  idToken: string
  email: string
  enrolment: Enrolment
  onAdded: (codes: readonly string[]) => void
  onEnded: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isChecking, setIsChecking] = useState(false)

  function refuse(why: string) {
    setError(why)
    form.current?.querySelector('input')?.select()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isChecking) return
    setFailure(null)
    if (factorCodeFrom(typed)?.is !== 'totp') return refuse('Enter the 6 digits of the code.')
    setError(null)
    setIsChecking(true)
    try {
      onAdded(await finishEnrolment(idToken, enrolment, typed))
    } catch (refused) {
      const why = failureOf(refused)
      setIsChecking(false)
      if (why === 'ended') onEnded()
      else if (isAboutCode(why)) refuse(FACTOR_FAILURES[why])
      else setFailure(why)
    }
  }

  return (
    <ScanApp email={email} secret={enrolment.key}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <CodeField
          inputMode="numeric"
          required
          value={typed}
          error={error ?? undefined}
          onText={(next) => {
            setTyped(next)
            setError(null)
          }}
        />
        {failure && <Notice tone="negative" text={FACTOR_FAILURES[failure]} />}
        <Button look="primary" size="large" type="submit" busy={isChecking} className="mt-5 w-full">
          Confirm
        </Button>
      </form>
    </ScanApp>
  )
}
