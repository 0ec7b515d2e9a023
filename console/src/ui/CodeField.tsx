import type { ComponentProps } from 'preact/compat'
import { TextField, UNCORRECTED } from './Field.tsx'

/** A field for a code that the person reads from an app. */
export function CodeField({
  label = 'Code',
  ...field
}: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string }) {
  return (
    <TextField label={label} name="code" autoComplete="one-time-code" {...UNCORRECTED} {...field} />
  )
}
