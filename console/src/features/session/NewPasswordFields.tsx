import { MIN_PASSWORD_LENGTH } from '@mandap/domain/session/password.ts'
import { PasswordField } from '../../ui/Field.tsx'
import type { NewPasswordErrors } from './new-password.ts'

/** Renders the fields of a new password, which is typed twice. Their names are those of `NewPasswordErrors`. */
export function NewPasswordFields({
  password,
  repeated,
  errors,
  onPassword,
  onRepeated,
}: {
  password: string
  repeated: string
  errors: NewPasswordErrors
  onPassword: (text: string) => void
  onRepeated: (text: string) => void
}) {
  return (
    <>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words are easy to remember.`}
        value={password}
        onText={onPassword}
        error={errors.password}
      />
      <PasswordField
        label="Repeat new password"
        name="repeated"
        autoComplete="new-password"
        required
        value={repeated}
        onText={onRepeated}
        error={errors.repeated}
      />
    </>
  )
}
