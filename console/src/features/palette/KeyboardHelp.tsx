import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { workingHotkeys } from '../../ui/use-hotkeys.ts'
import { SHORTCUT } from './current-palette.ts'

const EVERYWHERE = [
  { key: SHORTCUT, what: 'Search or go to' },
  { key: '↑ ↓', what: 'Move through results and menus' },
  { key: 'Enter', what: 'Open, or confirm in a dialog' },
  { key: 'Esc', what: 'Close, cancel, or clear a search' },
  { key: '?', what: 'Show these shortcuts' },
]

/** Lists the keyboard shortcuts that work on the present screen, and those that work everywhere. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const [ofScreen] = useState(workingHotkeys)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {ofScreen.length > 0 && <Keys title="On this screen" keys={ofScreen} />}
      <Keys title="Everywhere" keys={EVERYWHERE} />
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: readonly { key: string; what: string }[] }) {
  return (
    <section aria-label={title} className="mt-2">
      <h3 className="mb-1 text-sm font-medium text-ink-muted">{title}</h3>
      <dl>
        {keys.map(({ key, what }) => (
          <div key={key} className="flex items-center justify-between gap-4 py-1">
            <dt>{what}</dt>
            <dd>
              <kbd className="inline-grid min-w-6 place-items-center rounded-xs border border-line px-1.5 py-0.5 font-sans text-sm">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
