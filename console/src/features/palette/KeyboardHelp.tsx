import { useState } from 'preact/compat'
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

/** The labels of keys that have another name in the browser. */
const LABELS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}

/** Lists the keyboard shortcuts that work on the current screen, and those that work everywhere. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const [ofScreen] = useState(() => workingHotkeys('screen'))
  const [ofDocument] = useState(() => workingHotkeys('document'))
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {ofScreen.length > 0 && <Keys title="On this screen" keys={ofScreen} />}
      {ofDocument.length > 0 && <Keys title="While a document has the focus" keys={ofDocument} />}
      <Keys title="Everywhere" keys={EVERYWHERE} />
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: readonly { key: string; what: string }[] }) {
  return (
    <section aria-label={title} className="mt-2 first:mt-0">
      <h3 className="mb-1 text-sm font-medium text-ink-muted">{title}</h3>
      <dl>
        {keys.map(({ key, what }) => (
          <div key={key} className="flex items-center justify-between gap-4 py-1">
            <dt>{what}</dt>
            <dd>
              <kbd className="inline-grid min-w-6 place-items-center rounded-xs border border-line px-1.5 py-0.5 font-sans text-sm">
                {LABELS[key] ?? key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
