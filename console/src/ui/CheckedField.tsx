import { type ComponentProps, useState } from 'preact/compat'
import { Announced } from './Announced.tsx'
import { TextField } from './Field.tsx'
import { isComposing } from './keyboard.ts'

/** A required text that says what is wrong with it once the person presses Enter, or leaves it with text. */
export function CheckedField({
  problem,
  error,
  isTried = false,
  value,
  onText,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'value'> & {
  value: string
  problem: string | null | undefined
  /** Whether Enter was pressed in a text of the form after the last change, as `useTried` returns it. */
  isTried?: boolean
}) {
  const [last, setLast] = useState<'typed' | 'left' | 'entered'>('typed')
  const isEntered = isTried || last === 'entered'
  const isChecked = isEntered || (last === 'left' && value !== '')
  return (
    <>
      <TextField
        required
        {...field}
        error={error ?? (isChecked && problem ? problem : undefined)}
        value={value}
        onText={(text, typed) => {
          setLast('typed')
          onText?.(text, typed)
        }}
        onBlur={() => setLast('left')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) setLast('entered')
        }}
      />
      <Announced text={isEntered && !error ? problem : null} />
    </>
  )
}

/** Returns whether Enter was pressed in a text of the form after the last change, and the handlers of the form. */
export function useTried() {
  const [isTried, setIsTried] = useState(false)
  return {
    isTried,
    forget: () => setIsTried(false),
    handlers: {
      onInput: () => setIsTried(false),
      onKeyDown(event: KeyboardEvent) {
        const isInText = event.target instanceof HTMLInputElement
        if (event.key === 'Enter' && isInText && !isComposing(event)) setIsTried(true)
      },
    },
  }
}
