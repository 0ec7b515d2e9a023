import { ApiError, hasCode } from '@mandap/client/api-error.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useId, useRef, useState } from 'preact/compat'
import { passwordChange } from '../../features/account/mutations.ts'
import { useClient } from '../../features/client/client-context.ts'
import { NewPasswordFields } from '../../features/session/NewPasswordFields.tsx'
import { type NewPasswordErrors, newPasswordErrors } from '../../features/session/new-password.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'

/** The fields of the form, and what is wrong in each. */
interface Errors extends NewPasswordErrors {
  current?: string
}

/** Changes the password. Keeps the typed text after a failure. */
export function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const isOpen = useIsOpen()
  const change = useMutation(passwordChange(useClient(), useQueryClient()))

  function show(found: Errors) {
    setErrors(found)
    const [first = ''] = FIELDS.filter((field) => found[field] !== undefined)
    form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  function type(set: (text: string) => void, text: string) {
    set(text)
    setErrors({})
    setFailure(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    setFailure(null)
    const found = {
      ...(current === '' && { current: 'Enter your current password.' }),
      ...newPasswordErrors(password, repeated, email),
    }
    if (Object.keys(found).length > 0) return show(found)
    setErrors({})
    try {
      await change.mutateAsync({ currentPassword: current, newPassword: password })
      showToast('success', 'Password changed.')
      if (isOpen.current) onClose()
    } catch (error) {
      const refused = refusalOf(error)
      if (!isOpen.current) showToast('error', failureText(error))
      else if (refused) show(refused)
      else setFailure(failureText(error))
    }
  }

  return (
    <Dialog
      title="Change password"
      description="Your other sessions end. You stay signed in here."
      keepOnBackdrop={`${current}${password}${repeated}` !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={change.isPending}>
            Change password
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
        {/* a password manager stores the new password under this name */}
        <input type="email" autoComplete="username" readOnly hidden value={email} />
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          required
          ref={initialFocus}
          value={current}
          onText={(text) => type(setCurrent, text)}
          error={errors.current}
        />
        <NewPasswordFields
          password={password}
          repeated={repeated}
          errors={errors}
          onPassword={(text) => type(setPassword, text)}
          onRepeated={(text) => type(setRepeated, text)}
        />
        <p role="alert" className="text-negative-text empty:hidden">
          {failure}
        </p>
      </form>
    </Dialog>
  )
}

const FIELDS = ['current', 'password', 'repeated'] as const

/** Returns the field that the server refuses, with its reason; null for any other failure. */
function refusalOf(error: unknown): Errors | null {
  if (hasCode(error, 'WRONG_PASSWORD')) return { current: error.message }
  return hasCode(error, 'WEAK_PASSWORD') ? { password: error.message } : null
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The password could not be changed. Try again.'
  const { kind, message } = error
  // the answer may be lost, with the new tokens of the session, but not the change
  if (kind === 'unreachable' || kind === 'timeout' || kind === 'malformed')
    return `${message} If you have to sign in then, the new password is already set.`
  return message
}
