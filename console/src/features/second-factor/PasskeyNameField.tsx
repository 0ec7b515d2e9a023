import { MAX_PASSKEY_NAME } from '@mandap/domain/session/second-factor.ts'
import type { ComponentProps } from 'preact/compat'
import { Announced } from '../../ui/Announced.tsx'
import { TextField } from '../../ui/Field.tsx'

/** A field for the name by which the person knows a passkey. */
export function PasskeyNameField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <>
      <TextField
        label="Name"
        dir="auto"
        hint="To tell your passkeys apart, such as the name of the device."
        name="passkey-name"
        autoComplete="off"
        maxLength={MAX_PASSKEY_NAME}
        required
        {...field}
      />
      <Announced text={field.error} />
    </>
  )
}
