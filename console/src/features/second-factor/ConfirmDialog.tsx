import { factorCodeFrom } from '@mandap/domain/session/second-factor.ts'
import { type FormEvent, useId, useRef, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import {
  type Confirmation,
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
  isAboutCode,
} from './calls.ts'

interface Errors {
  password?: string
  code?: string
}

/** Asks for the password and a code of the second factor before it is changed. Keeps the password after a failure. */
export function ConfirmDialog({
  title,
  description,
  action,
  look = 'primary',
  email,
  confirm,
  onClose,
}: {
  title: string
  description: string
  /** The text of the button. */
  action: string
  look?: 'primary' | 'danger'
  email: string
  /** Makes the change. Rejects with a `FactorError`. */
  confirm: (confirmation: Confirmation) => Promise<void>
  onClose: () => void
}) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isPending, setIsPending] = useState(false)

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

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const missing = {
      ...(password === '' && { password: 'Enter your password.' }),
      ...(factorCodeFrom(code) === null && { code: 'Enter the 6 digits, or a recovery code.' }),
    }
    if (Object.keys(missing).length > 0) return show(missing)
    setErrors({})
    setFailure(null)
    setIsPending(true)
    try {
      await confirm({ password, verificationCode: code })
      return
    } catch (refused) {
      const why = failureOf(refused)
      if (why === 'wrongPassword') show({ password: FACTOR_FAILURES[why] })
      else if (isAboutCode(why)) show({ code: FACTOR_FAILURES[why] })
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
        <CodeField
          label="Code of the app, or a recovery code"
          required
          value={code}
          error={errors.code}
          onText={(text) => type(setCode, text)}
        />
        <p role="alert" className="text-negative-text empty:hidden">
          {failure && FACTOR_FAILURES[failure]}
        </p>
      </form>
    </Dialog>
  )
}
