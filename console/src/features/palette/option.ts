import type { HitText } from '../search/hit.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** An option of the palette. */
export interface Option extends HitText {
  /** A list has all records of a search. A recent item is a page or a record. */
  kind: 'recent' | 'page' | 'record' | 'list' | 'action'
  id: string
  icon: IconName
  onSelect: () => void
}

export interface OptionGroup {
  title: string
  options: readonly Option[]
  /** Results of the previous text, which cannot be selected. */
  stale?: boolean
}
