import type { FormEvent } from 'preact/compat'
import { type Enrolment, finishEnrolment } from '../../features/second-factor/calls.ts'
import { FACTOR_FAILURES, type FactorFailure } from '../../features/second-factor/failure.ts'
import type { PasskeyCreation } from '../../features/second-factor/passkey.ts'
import { PasskeyNameField } from '../../features/second-factor/PasskeyNameField.tsx'
import { useCodeForm } from '../../features/second-factor/use-code-form.ts'
import { usePasskeyName } from '../../features/second-factor/use-passkey-name.ts'
import { RecoveryCodes } from '../../features/second-factor/RecoveryCodes.tsx'
import { ScanApp } from '../../features/second-factor/ScanApp.tsx'
import {
  suggestedPasskeyName,
  useNewPasskey,
} from '../../features/second-factor/use-new-passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { StepHeading } from '../../ui/LoginLayout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FactorChoice } from './FactorChoice.tsx'
import { isTooOld, type Kind, type State, useFirstEnrolment } from './use-first-enrolment.ts'

/** Renders the enrolment of a second factor at a sign-in that requires one. */
export function FirstEnrolment({
  idToken,
  email,
  onDone,
  onEnded,
  onLost,
}: {
  idToken: string
  email: string
  onDone: () => void
  /** The sign-in has to begin again. */
  onEnded: (why: 'left' | 'ended') => void
  /** The second factor was added after the person had left, who has not seen its recovery codes. */
  onLost: () => void
}) {
  const { state, canChoose, choose, start, fail, added } = useFirstEnrolment({
    idToken,
    onEnded,
    onLost,
  })
  // a new heading would take the focus from the field of the step
  const hasField = state.at === 'naming' || state.at === 'scanning'

  return (
    <>
      <StepHeading key={hasField ? 'starting' : state.at}>{headingOf(state)}</StepHeading>
      {state.at !== 'added' && (
        <p className="mt-1 mb-6 text-ink-muted">
          This server asks for a second factor after the password at every sign-in.
        </p>
      )}
      {state.at === 'choosing' && <Choosing onChoose={(kind) => void start(kind)} />}
      {(state.at === 'starting' || state.at === 'makingCodes') && (
        <div className="grid place-items-center py-12 text-accent-text">
          <Spinner
            label={
              state.at === 'starting' ? 'Preparing the second factor' : 'Making recovery codes'
            }
            className="size-8"
          />
        </div>
      )}
      {state.at === 'failed' && (
        <Failed failure={state.failure} onRetry={() => void start(state.kind)} />
      )}
      {state.at === 'naming' && (
        <Naming
          idToken={idToken}
          creation={state.creation}
          onAdded={added}
          onFailed={(failure) => fail('passkey', failure)}
        />
      )}
      {state.at === 'scanning' && (
        <>
          {state.isRepeated && <TookTooLong />}
          <Scanning
            idToken={idToken}
            email={email}
            enrolment={state.enrolment}
            onAdded={added}
            onFailed={(why) => (why === 'ended' ? void start('app', true) : fail('app', why))}
          />
        </>
      )}
      {state.at === 'added' && <Added {...state} onDone={onDone} />}
      {state.at !== 'added' && state.at !== 'makingCodes' && (
        <div className="mt-4 flex flex-wrap justify-center gap-x-2">
          {canChoose && state.at !== 'choosing' && state.at !== 'starting' && (
            <Button look="quiet" className="whitespace-normal!" onClick={choose}>
              Choose another way
            </Button>
          )}
          <Button look="quiet" className="whitespace-normal!" onClick={() => onEnded('left')}>
            Back to the password
          </Button>
        </div>
      )}
    </>
  )
}

function headingOf(state: State): string {
  if (state.at !== 'added') return 'Set up a second factor'
  return state.codes.length > 0 ? 'Keep your recovery codes' : 'Your second factor is set up'
}

function Choosing({ onChoose }: { onChoose: (kind: Kind) => void }) {
  return (
    <div className="grid gap-3">
      <FactorChoice
        icon="key"
        title="Passkey"
        text="The fingerprint, face or PIN of this device, or a security key. A fake page cannot use it."
        onChoose={() => onChoose('passkey')}
      />
      <FactorChoice
        icon="mobile"
        title="Authenticator app"
        text="Six digits that an app on your phone shows."
        onChoose={() => onChoose('app')}
      />
    </div>
  )
}

function Failed({ failure, onRetry }: { failure: FactorFailure; onRetry: () => void }) {
  return (
    <>
      <Notice tone="negative" text={FACTOR_FAILURES[failure]} className="mt-5" />
      <Button look="primary" size="large" className="mt-5 w-full" onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}

function TookTooLong() {
  return (
    <Notice tone="negative" text="This took too long." className="mb-6">
      Delete the entry for Mandap in the app, and scan the new QR code.
    </Notice>
  )
}

function Added({
  codes,
  wasThere,
  onDone,
}: {
  codes: readonly string[]
  wasThere: boolean
  onDone: () => void
}) {
  return (
    <div className="mt-4">
      {wasThere && (
        <Notice
          tone="info"
          live="status"
          text="Your second factor was already added."
          className="mb-4"
        >
          The next sign-in asks for it.
        </Notice>
      )}
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Notice tone="negative" text="Your recovery codes could not be shown." className="mt-5">
          Make new ones on the page ‘Your account’.
        </Notice>
      )}
      <Button look="primary" size="large" className="mt-6 w-full" onClick={onDone}>
        {codes.length > 0 ? 'I have kept them' : 'Continue'}
      </Button>
    </div>
  )
}

function Naming({
  idToken,
  creation,
  onAdded,
  onFailed,
}: {
  idToken: string
  creation: PasskeyCreation
  onAdded: (codes: readonly string[]) => void
  onFailed: (why: FactorFailure) => void
}) {
  const { name, check, field } = usePasskeyName(suggestedPasskeyName)
  const token = async () => idToken
  const { make, failure, isPending } = useNewPasskey({
    creation,
    token,
    onAdded,
    onExists: () => onFailed('passkeyExists'),
    onEnded: onFailed,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (check()) void make(name)
  }

  return (
    <form noValidate onSubmit={submit}>
      <p className="mb-4">
        Your browser asks where to keep the passkey, and checks that it is you.
      </p>
      <PasskeyNameField
        {...field}
        ref={(input: HTMLInputElement | null) => {
          field.ref(input)
          input?.focus()
        }}
      />
      {failure && <Notice tone="negative" text={FACTOR_FAILURES[failure]} className="mt-5" />}
      <Button look="primary" size="large" type="submit" busy={isPending} className="mt-5 w-full">
        Create passkey
      </Button>
    </form>
  )
}

function Scanning({
  idToken,
  email,
  enrolment,
  onAdded,
  onFailed,
}: {
  idToken: string
  email: string
  enrolment: Enrolment
  onAdded: (codes: readonly string[]) => void
  /** The code cannot be entered again. */
  onFailed: (why: FactorFailure) => void
}) {
  const { form, field, failure, isPending } = useCodeForm({
    kind: 'totp',
    async send(code) {
      onAdded(await finishEnrolment(idToken, enrolment, code))
    },
    leaveAfter(why) {
      const isOver = why === 'ended' || isTooOld(why)
      if (isOver) onFailed(why)
      return isOver
    },
  })

  return (
    <ScanApp email={email} secret={enrolment.key}>
      <form {...form}>
        <CodeField
          ref={(input: HTMLInputElement | null) => input?.focus()}
          inputMode="numeric"
          {...field}
        />
        {failure && <Notice tone="negative" text={FACTOR_FAILURES[failure]} className="mt-5" />}
        <Button look="primary" size="large" type="submit" busy={isPending} className="mt-5 w-full">
          Confirm
        </Button>
      </form>
    </ScanApp>
  )
}
