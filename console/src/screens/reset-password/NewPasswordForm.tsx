import { type FormEvent, useEffect, useRef, useState } from 'preact/compat'
import { NewPasswordFields } from '../../features/session/NewPasswordFields.tsx'
import { type NewPasswordErrors, newPasswordErrors } from '../../features/session/new-password.ts'
import type { ResetFailure, WeakPassword } from '../../features/session/reset-password.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isLinkFailure, type LinkFailure, passingFailure } from './failure-text.ts'

/** Renders the form with the new password, typed twice. Keeps the typed text after a temporary failure. */
export function NewPasswordForm({
  email,
  save,
  onSaved,
  onLinkFailed,
}: {
  email: string
  save: (password: string) => Promise<{ email: string } | WeakPassword | ResetFailure>
  onSaved: () => void
  onLinkFailed: (failure: LinkFailure) => void
}) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [errors, setErrors] = useState<NewPasswordErrors>({})
  const [failed, setFailed] = useState<ResetFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => focusOn(form.current, 'password'), [])

  function show(found: NewPasswordErrors) {
    setErrors(found)
    focusOn(form.current, found.password ? 'password' : 'repeated')
  }

  function type(set: (text: string) => void, text: string) {
    set(text)
    setErrors({})
    setFailed(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    setFailed(null)
    const found = newPasswordErrors(password, repeated, email)
    if (found) return show(found)
    setErrors({})
    setIsSaving(true)
    const answer = await save(password)
    setIsSaving(false)
    if ('failure' in answer) {
      if (isLinkFailure(answer.failure)) onLinkFailed(answer.failure)
      else setFailed(answer)
    } else if ('weakPassword' in answer) show({ password: answer.weakPassword })
    else onSaved()
  }

  return (
    <>
      {failed && (
        <Notice tone="negative" text={`${passingFailure(failed).title}.`} className="mt-5">
          {passingFailure(failed).hint}
        </Notice>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 grid gap-4"
      >
        <TextField label="Account" type="email" autoComplete="username" readOnly value={email} />
        <NewPasswordFields
          password={password}
          repeated={repeated}
          errors={errors}
          onPassword={(text) => type(setPassword, text)}
          onRepeated={(text) => type(setRepeated, text)}
        />
        <Button look="primary" size="large" type="submit" busy={isSaving} className="mt-1 w-full">
          Set new password
        </Button>
      </form>
    </>
  )
}

function focusOn(form: HTMLFormElement | null, name: keyof NewPasswordErrors) {
  form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
}
