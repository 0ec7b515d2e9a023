import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useClient } from '../client/client-context.ts'
import { partnerById } from '../partner/queries.ts'
import { type Neighbour, reviewFrom, reviewState, useNeighbours } from '../partner/review.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useHotkeys } from '../../ui/use-hotkeys.ts'
import type { ReviewKey } from './review-keys.ts'
import { countText } from '../../ui/counted.ts'

/** Returns a function that opens another partner of the list in place of the current history entry. */
export function useGoTo(pathOf: (partner: Partner) => string) {
  const navigate = useNavigate()
  const review = reviewFrom(useLocation().state)
  return (to: Neighbour) =>
    void navigate(pathOf(to.partner), {
      replace: true,
      state: reviewState(review && { ...review, at: to.at }),
    })
}

/**
 * Renders the buttons for the next and previous partner (`j`, `k`) and for the list of keys (`?`). Handles these keys
 * and those of the screen, and lists the ones that work.
 */
export function ReviewBar({
  partner,
  pathOf,
  keys,
  hint,
}: {
  partner: Partner
  pathOf: (partner: Partner) => string
  /** The keys of the screen. */
  keys: readonly ReviewKey[]
  /** What else to know about the keys. */
  hint?: string | undefined
}) {
  const neighbours = useNeighbours(partner.id)
  const { previous = null, next = null } = neighbours ?? {}
  const [showsKeys, setShowsKeys] = useState(false)
  const goTo = useGoTo(pathOf)
  useReadAhead(next)
  const working = [
    ...keys,
    { key: 'j', what: 'Next partner', run: next ? () => goTo(next) : undefined },
    { key: 'k', what: 'Previous partner', run: previous ? () => goTo(previous) : undefined },
    { key: '?', what: 'These keys', run: () => setShowsKeys(true) },
  ].filter(({ run }) => run !== undefined)
  useHotkeys(Object.fromEntries(working.map(({ key, run }) => [key, run])))

  return (
    // without neighbours there is nothing to show on a phone
    <div className={`flex items-center gap-1 ${neighbours ? '' : 'max-sm:hidden'}`}>
      {neighbours && (
        <>
          {neighbours.position !== null && (
            <span className="mr-1 whitespace-nowrap text-ink-muted">
              {countText(neighbours.position)} of{' '}
              {countText(neighbours.total ?? neighbours.position)}
            </span>
          )}
          <IconButton
            icon="back"
            label="Previous partner"
            disabledReason={previous ? undefined : 'This is the first partner in the list.'}
            onClick={() => previous && goTo(previous)}
          />
          <IconButton
            icon="back"
            label="Next partner"
            className="[&_svg]:rotate-180"
            disabledReason={next ? undefined : 'This is the last partner in the list.'}
            onClick={() => next && goTo(next)}
          />
        </>
      )}
      <Button look="quiet" className="max-sm:hidden" onClick={() => setShowsKeys(true)}>
        Keys
      </Button>
      {showsKeys && (
        <Dialog title="Keyboard shortcuts" onClose={() => setShowsKeys(false)}>
          <dl className="grid grid-cols-[3rem_1fr] items-center gap-y-2">
            {working.map(({ key, what }) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="inline-grid min-w-7 place-items-center rounded-xs border border-line-strong bg-sunken px-1.5 py-0.5 font-mono text-sm">
                    {key}
                  </kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          {hint && <p className="mt-4 text-ink-muted">{hint}</p>}
        </Dialog>
      )}
    </div>
  )
}

/** Fetches the next partner in advance. */
function useReadAhead(next: Neighbour | null) {
  const client = useClient()
  const queryClient = useQueryClient()
  const id = next?.partner.id
  useEffect(() => {
    if (id) void queryClient.prefetchQuery(partnerById(client, id))
  }, [queryClient, client, id])
}
