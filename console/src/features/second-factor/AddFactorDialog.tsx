import { factorCodeFrom } from '@mandap/domain/session/second-factor.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useId, useRef, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import {
  type Enrolment,
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
  finishEnrolment,
  isAboutCode,
  startEnrolment,
} from './calls.ts'
import { currentToken, ownFactor } from './queries.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { ScanApp } from './ScanApp.tsx'

type State =
  | { at: 'password' }
  | { at: 'scanning'; enrolment: Enrolment }
  | { at: 'added'; codes: readonly string[] }

const TITLE = 'Set up a second factor'

/** Adds an authenticator app to the own account: password, QR code, recovery codes. */
export function AddFactorDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const [state, setState] = useState<State>({ at: 'password' })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isPending, setIsPending] = useState(false)

  function refuse(why: string) {
    setError(why)
    form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.select()
  }

  function type(set: (text: string) => void, text: string) {
    set(text)
    setError(null)
    setFailure(null)
  }

  /** Takes the next step. */
  async function proceed() {
    if (state.at === 'password') {
      const enrolment = await startEnrolment(await currentToken(), password)
      setState({ at: 'scanning', enrolment })
    } else if (state.at === 'scanning') {
      const codes = await finishEnrolment(await currentToken(), state.enrolment, code)
      setState({ at: 'added', codes })
      void queryClient.invalidateQueries({ queryKey: ownFactor().queryKey })
      void queryClient.invalidateQueries({ queryKey: ['activity'] })
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (state.at === 'password' && password === '') return refuse('Enter your password.')
    if (state.at === 'scanning' && factorCodeFrom(code)?.is !== 'totp')
      return refuse('Enter the 6 digits of the code.')
    setError(null)
    setFailure(null)
    setIsPending(true)
    try {
      await proceed()
    } catch (refused) {
      const why = failureOf(refused)
      if (why === 'ended') {
        setCode('')
        setState({ at: 'password' })
      }
      if (why === 'wrongPassword' || isAboutCode(why)) refuse(FACTOR_FAILURES[why])
      else setFailure(why)
    }
    setIsPending(false)
  }

  if (state.at === 'added') return <RecoveryCodesDialog codes={state.codes} onClose={onClose} />
  const isScanning = state.at === 'scanning'
  return (
    <Dialog
      key={state.at}
      title={TITLE}
      description={
        isScanning
          ? undefined
          : 'After your password, signing in will ask for a code of an authenticator app on your phone.'
      }
      keepOnBackdrop={`${password}${code}` !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={isPending}>
            {isScanning ? 'Confirm' : 'Continue'}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {isScanning ? (
          <ScanApp email={email} secret={state.enrolment.key}>
            <CodeField
              inputMode="numeric"
              required
              ref={initialFocus}
              value={code}
              error={error ?? undefined}
              onText={(text) => type(setCode, text)}
            />
          </ScanApp>
        ) : (
          <>
            <input type="email" autoComplete="username" readOnly hidden value={email} />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              ref={initialFocus}
              value={password}
              error={error ?? undefined}
              onText={(text) => type(setPassword, text)}
            />
          </>
        )}
        <p role="alert" className="mt-4 text-negative-text empty:hidden">
          {failure && FACTOR_FAILURES[failure]}
        </p>
      </form>
    </Dialog>
  )
}
