import { words } from '@mandap/domain/text/text.ts'
import { PAGES } from '../navigation/pages.ts'
import { paths } from '../navigation/paths.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** The pages of the palette: those of the menu and of the Account menu. */
export const PALETTE_PAGES: readonly { label: string; to: string; icon: IconName }[] = [
  { label: 'Dashboard', to: paths.dashboard(), icon: 'dashboard' },
  ...PAGES,
  { label: 'Activity', to: paths.activity(), icon: 'expired' },
]

/** Returns whether every typed word is the beginning of a word of the text. */
export function matchesWords(text: string, typed: string): boolean {
  const textWords = words(text)
  return words(typed).every((word) => textWords.some((textWord) => textWord.startsWith(word)))
}
