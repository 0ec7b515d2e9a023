import type { HitText } from '../search/hit.ts'
import type { IconName } from '../ui/Icon.tsx'

/** What the palette offers to pick. */
export interface Option extends HitText {
  id: string
  icon: IconName
  pick: () => void
}

export interface OptionGroup {
  title: string
  options: readonly Option[]
  /** Found for what was typed before; not to be picked any more. */
  stale?: boolean
}
