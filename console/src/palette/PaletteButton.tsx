import { Icon } from '../ui/Icon.tsx'
import { loadPalette, SHORTCUT, showPalette } from './current-palette.ts'

/** Opens the palette: an icon on a phone, with the shortcut where there is room. */
export function PaletteButton() {
  const warm = () => void loadPalette().catch(() => {})
  return (
    <button
      type="button"
      aria-keyshortcuts={SHORTCUT === '⌘K' ? 'Meta+K' : 'Control+K'}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={() => showPalette(true)}
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
