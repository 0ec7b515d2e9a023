import { type FormEvent, type RefObject, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { EMAIL_INPUT, PasswordField, TextField } from '../../ui/Field.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { emailProblem, passwordProblem } from './validation.ts'

/**
 * Asks for the e-mail address and the password (§2.3). The form holds the password, so that it
 * is gone when the form is removed.
 */
export function CredentialsForm({
  form,
  email,
  isSubmitting,
  onEmail,
  onInvalid,
  onSubmit,
}: {
  form: RefObject<HTMLFormElement | null>
  email: string
  isSubmitting: boolean
  onEmail: (email: string) => void
  /** Called instead of `onSubmit` if a field has a problem. */
  onInvalid: () => void
  onSubmit: (password: string) => void
}) {
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)

  const problems = { email: emailProblem(email), password: passwordProblem(password) }

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (!problems.email && !problems.password) return onSubmit(password)
    onInvalid()
    focusOn(form, problems.email ? 'email' : 'password')
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6">
      <div className="grid">
        <div className={`col-start-1 row-start-1 grid gap-4 ${isSubmitting ? 'invisible' : ''}`}>
          <TextField
            label="Email"
            name="email"
            {...EMAIL_INPUT}
            autoComplete="username"
            required
            value={email}
            onText={onEmail}
            error={isChecked ? problems.email : undefined}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onText={setPassword}
            error={isChecked ? problems.password : undefined}
          />
        </div>
        {isSubmitting && (
          <div className="col-start-1 row-start-1 grid place-items-center text-accent-text">
            <Spinner label="Logging in" className="size-8" />
          </div>
        )}
      </div>
      <Button
        look="primary"
        size="large"
        type="submit"
        disabled={isSubmitting}
        className="mt-5 w-full"
      >
        {isSubmitting ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}

/** Gives a field of the form the focus, and returns it. */
export function focusOn(
  form: RefObject<HTMLFormElement | null>,
  name: 'email' | 'password',
): HTMLInputElement | null | undefined {
  const field = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
  field?.focus()
  return field
}
