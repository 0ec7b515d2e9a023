import { Dialog } from '../../ui/Dialog.tsx'
import { REVIEW_KEYS } from '../verification/review-keys.ts'
import { SHORTCUT } from './current-palette.ts'

const EVERYWHERE = [
  { key: SHORTCUT, what: 'Search or go to' },
  { key: '↑ ↓', what: 'Move through results and menus' },
  { key: 'Enter', what: 'Open' },
  { key: 'Esc', what: 'Close, or clear a search' },
]

/** Lists the keyboard shortcuts of the console. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Keys title="Everywhere" keys={EVERYWHERE} />
      <Keys title="Reviewing a partner" keys={REVIEW_KEYS} />
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
              <kbd className="rounded-xs border border-line px-1.5 py-0.5 font-sans text-sm">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
