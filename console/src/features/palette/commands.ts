import { words } from '@mandap/domain/text/text.ts'
import { pages } from '../navigation/pages.ts'
import { paths } from '../navigation/paths.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** Returns the pages of the palette: the dashboard and those of the menu. */
export function palettePages(): readonly { label: string; to: string; icon: IconName }[] {
  return [{ label: 'Dashboard', to: paths.dashboard(), icon: 'dashboard' }, ...pages()]
}

/** Returns whether every typed word is the beginning of a word of the text. */
export function matchesWords(text: string, typed: string): boolean {
  const textWords = words(text)
  return words(typed).every((word) => textWords.some((textWord) => textWord.startsWith(word)))
}
