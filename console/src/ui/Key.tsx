import { isTouch } from './keyboard.ts'

/** Shows the key of a control beside its text. Assistive technology reads it from `aria-keyshortcuts`. */
export function Key({ name }: { name: string }) {
  if (isTouch) return null
  return (
    <kbd
      aria-hidden="true"
      className="ml-1 inline-grid min-w-5 place-items-center rounded-xs border border-current px-1 font-mono text-xs leading-5"
    >
      {name}
    </kbd>
  )
}
