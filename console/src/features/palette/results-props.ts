import type { RefObject } from 'preact/compat'

/** What the field shows of its results. */
export interface Shown {
  /** The id of the active option's element. */
  active: string | undefined
  busy: boolean
}

export interface PaletteResultsProps {
  /** The id of the list. */
  id: string
  text: string
  field: RefObject<HTMLInputElement | null>
  /** Enter was pressed before the results could be listed. */
  isEntered: boolean
  /** What the results do with the keys and the text of the field. */
  keys: RefObject<{ onKeyDown: (event: KeyboardEvent) => void; onText: () => void } | null>
  onShown: (shown: Shown) => void
  onClose: () => void
}
