import { words } from '@mandap/domain/text/text.ts'
import { PAGES } from '../app/pages.ts'
import { paths } from '../app/paths.ts'
import type { IconName } from '../ui/Icon.tsx'

/** Every page that the palette goes to: those of the menu, and those of the Account menu. */
export const PALETTE_PAGES: readonly { label: string; to: string; icon: IconName }[] = [
  { label: 'Dashboard', to: paths.dashboard(), icon: 'dashboard' },
  ...PAGES,
  { label: 'Activity', to: paths.activity(), icon: 'expired' },
]

/** Whether every typed word begins a word of the text. */
export function hasWords(text: string, typed: string): boolean {
  const there = words(text)
  return words(typed).every((word) => there.some((one) => one.startsWith(word)))
}
