import { type FactorKind, isCodeFor } from '@mandap/domain/session/second-factor.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { type Confirmation, confirmWithPasskey, kindsOf } from './calls.ts'
import {
  codeFailureText,
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
  isAboutCode,
} from './failure.ts'
import { preparePasskeys, whyNoPasskeys } from './passkey.ts'
import { currentToken, ownFactors } from './queries.ts'

interface Errors {
  password?: string
  code?: string
}

/**
 * Asks for the password, and for a passkey or a code of somebody who has a second factor, before it is changed. Keeps the
 * password after a failure.
 */
export function ConfirmDialog({
  title,
  description,
  action,
  look = 'primary',
  email,
  kinds,
  earlierFailure = null,
  confirm,
  onClose,
}: {
  title: string
  description: string
  /** The text of the button. */
  action: string
  look?: 'primary' | 'danger'
  email: string
  /** The kinds of second factor that the account has. */
  kinds: readonly FactorKind[]
  /** Why the person has to confirm again. */
  earlierFailure?: FactorFailure | null
  /** Makes the change. Rejects with a `FactorError`. */
  confirm: (confirmation: Confirmation) => Promise<void>
  onClose: () => void
}) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const hasPasskey = kinds.includes('passkey')
  const canUsePasskey = hasPasskey && whyNoPasskeys() === null
  const [chosen, setChosen] = useState<'passkey' | 'code' | null>(null)
  // the first second factor may be added elsewhere while the dialog is open
  const way = chosen ?? (canUsePasskey ? 'passkey' : kinds.length > 0 ? 'code' : 'none')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState(earlierFailure)
  const [isPending, setIsPending] = useState(false)
  const isOpen = useIsOpen()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (canUsePasskey) preparePasskeys()
  }, [canUsePasskey])

  function show(found: Errors) {
    setErrors(found)
    const name = found.password ? 'password' : 'code'
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.select()
  }

  function type(set: (text: string) => void, text: string) {
    set(text)
    setErrors({})
    setFailure(null)
  }

  /** Returns what the person shows. The browser asks for the passkey. */
  async function confirmation(): Promise<Confirmation> {
    if (way === 'code') return { password, verificationCode: code }
    if (way === 'none') return { password }
    const answer = await confirmWithPasskey(await currentToken(), 'changeFactor')
    return { password, authenticatorAuthenticationResponse: answer }
  }

  /** Returns why the change failed. If a second factor was added elsewhere, fetches the kinds. */
  async function reasonOf(refused: unknown): Promise<FactorFailure> {
    const why = failureOf(refused)
    if (way !== 'none' || !isAboutCode(why)) return why
    const factors = await queryClient.fetchQuery(ownFactors()).catch(() => null)
    return factors && kindsOf(factors).length > 0 ? 'newFactor' : 'unknownFactor'
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const lacksCode = way === 'code' && !isCodeFor(kinds, code)
    const missing = {
      ...(password === '' && { password: 'Enter your password.' }),
      ...(lacksCode && {
        code: kinds.includes('app')
          ? 'Enter the 6 digits, or a recovery code.'
          : 'Enter a recovery code.',
      }),
    }
    if (Object.keys(missing).length > 0) return show(missing)
    setErrors({})
    setFailure(null)
    setIsPending(true)
    try {
      await confirm(await confirmation())
      return
    } catch (refused) {
      const why = await reasonOf(refused)
      if (!isOpen.current) showToast('error', codeFailureText(why, code))
      else if (why === 'wrongPassword') show({ password: FACTOR_FAILURES[why] })
      else if (isAboutCode(why)) show({ code: codeFailureText(why, code) })
      else setFailure(why)
    }
    setIsPending(false)
  }

  return (
    <Dialog
      title={title}
      description={description}
      keepOnBackdrop={`${password}${code}` !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={look} type="submit" form={formId} busy={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        <input type="email" autoComplete="username" readOnly hidden value={email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          ref={initialFocus}
          value={password}
          error={errors.password}
          onText={(text) => type(setPassword, text)}
        />
        {way === 'passkey' && (
          <p className="text-ink-muted">Your browser then asks for a passkey of your account.</p>
        )}
        {way === 'code' && (
          <CodeField
            label={kinds.includes('app') ? 'Code of the app, or a recovery code' : 'Recovery code'}
            hint={hasPasskey && !canUsePasskey ? whyNoPasskeys() : undefined}
            required
            value={code}
            error={errors.code}
            onText={(text) => type(setCode, text)}
          />
        )}
        {canUsePasskey && (
          <div className="-ml-2.5">
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                setChosen(way === 'passkey' ? 'code' : 'passkey')
                type(setCode, '')
              }}
            >
              {way === 'passkey' ? 'Use a code instead' : 'Use a passkey instead'}
            </Button>
          </div>
        )}
        <p role="alert" className="text-negative-text empty:hidden">
          {failure && FACTOR_FAILURES[failure]}
        </p>
      </form>
    </Dialog>
  )
}
