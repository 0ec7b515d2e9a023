import { Icon } from '../../ui/Icon.tsx'
import { SHORTCUT, showPalette } from './current-palette.ts'

/** Opens the palette. Shows the shortcut beside its icon on a wide screen. */
export function PaletteButton() {
  const preload = () => void import('./PaletteResults.tsx').catch(() => {})
  return (
    <button
      type="button"
      aria-keyshortcuts={SHORTCUT === '⌘K' ? 'Meta+K' : 'Control+K'}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => showPalette('commands')}
      className="inline-flex min-h-9 items-center gap-2 rounded-sm px-2.5 text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
    >
      <Icon name="search" className="size-4.5" />
      <span className="sr-only">Search or go to</span>
      <kbd className="hidden rounded-xs border border-line px-1.5 font-sans text-xs xl:inline">
        {SHORTCUT}
      </kbd>
    </button>
  )
}
