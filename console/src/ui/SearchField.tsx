import { useRef } from 'preact/compat'
import { Field, Input, type InputProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { isComposing, isTouch } from './keyboard.ts'
import { MAX_SEARCH_LENGTH } from './search-length.ts'

interface SearchFieldProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  label: string
  hideLabel?: boolean
  className?: string
  value: string
  onText: (text: string) => void
}

/** A search text, with a button that clears it. */
export function SearchField({
  label,
  hideLabel = true,
  className,
  value,
  onText,
  ...input
}: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  return (
    <Field label={label} hideLabel={hideLabel} className={className}>
      {(control) => (
        <div className="relative">
          <Icon
            name="search"
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
          />
          <Input
            dir="auto"
            autoComplete="off"
            autoCorrect="off"
            spellcheck={false}
            enterKeyHint="search"
            maxLength={MAX_SEARCH_LENGTH}
            {...input}
            {...control}
            ref={box}
            type="search"
            value={value}
            onChange={(event) => onText(event.currentTarget.value)}
            onKeyDown={(event) => {
              // closes the keyboard, which covers what was found
              if (isTouch && event.key === 'Enter' && !isComposing(event))
                event.currentTarget.blur()
            }}
            className="field-box pr-9 pl-8.5 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
          />
          {value !== '' && (
            <button
              type="button"
              aria-label="Clear search"
              onClick={() => {
                onText('')
                box.current?.focus()
              }}
              className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-sm text-ink-muted hover:text-ink focus-visible:-outline-offset-2"
            >
              <Icon name="clear" className="size-4" />
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
