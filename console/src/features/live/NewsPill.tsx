import { useSyncExternalStore } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import type { ListNewsStore } from './list-news.ts'

/** Says that others have changed which rows the list on the screen has, and shows them when the person asks. */
export function NewsPill({ news }: { news: ListNewsStore }) {
  const hasNews = useSyncExternalStore(news.subscribe, news.hasNews)
  return (
    // at the bottom, where it covers no heading, and above other messages there
    <output className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4 in-[:root:has(.bottom-message)]:bottom-36 sm:in-[:root:has(.bottom-message)]:bottom-24">
      {hasNews && (
        <span className="pointer-events-auto flex items-center gap-3 rounded-full border border-line-strong bg-raised py-1 pr-1 pl-4 font-medium whitespace-nowrap shadow-menu">
          This list has changed.
          <FocusAfterRemoval>
            <Button
              look="primary"
              size="small"
              className="rounded-full!"
              onClick={() => news.showNews()}
            >
              Show changes
            </Button>
          </FocusAfterRemoval>
        </span>
      )}
    </output>
  )
}
