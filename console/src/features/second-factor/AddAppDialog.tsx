import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { useId, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { type Enrolment, finishEnrolment, startEnrolment } from './calls.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FACTOR_FAILURES, type FactorFailure } from './failure.ts'
import { currentToken } from './queries.ts'
import { ScanApp } from './ScanApp.tsx'
import { useCodeForm } from './use-code-form.ts'

type State =
  | { at: 'confirming'; failure: FactorFailure | null }
  | { at: 'scanning'; enrolment: Enrolment }

const TITLE = 'Set up an authenticator app'

/** Adds an authenticator app to the signed-in administrator's account: password, QR code. */
export function AddAppDialog({
  email,
  kinds,
  onAdded,
  onClose,
}: {
  email: string
  kinds: readonly FactorKind[]
  /** Receives the recovery codes, which are there with the first second factor. */
  onAdded: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const [state, setState] = useState<State>({ at: 'confirming', failure: null })
  if (state.at === 'scanning')
    return (
      <ScanDialog
        email={email}
        enrolment={state.enrolment}
        onAdded={onAdded}
        onEnded={() => setState({ at: 'confirming', failure: 'ended' })}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={TITLE}
      description="After your password, signing in will ask for a code of an authenticator app on your phone."
      action="Continue"
      email={email}
      kinds={kinds}
      earlierFailure={state.failure}
      confirm={async (confirmation) => {
        const enrolment = await startEnrolment(confirmation)
        setState({ at: 'scanning', enrolment })
      }}
      onClose={onClose}
    />
  )
}

function ScanDialog({
  email,
  enrolment,
  onAdded,
  onEnded,
  onClose,
}: {
  email: string
  enrolment: Enrolment
  onAdded: (codes: readonly string[]) => void
  /** The enrolment has to begin again. */
  onEnded: () => void
  onClose: () => void
}) {
  const formId = useId()
  const isOpen = useIsOpen()
  const { code, form, field, failure, isPending } = useCodeForm({
    kind: 'totp',
    async send(typed) {
      onAdded(await finishEnrolment(await currentToken(), enrolment, typed))
    },
    leaveAfter(why) {
      if (!isOpen.current) showToast('error', FACTOR_FAILURES[why])
      if (why !== 'ended') return false
      onEnded()
      return true
    },
  })

  return (
    <Dialog
      title={TITLE}
      keepOnBackdrop={code !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} {...form}>
        <ScanApp email={email} secret={enrolment.key}>
          <CodeField inputMode="numeric" ref={initialFocus} {...field} />
        </ScanApp>
        <p role="alert" className="mt-4 text-negative-text empty:hidden">
          {failure && FACTOR_FAILURES[failure]}
        </p>
      </form>
    </Dialog>
  )
}
