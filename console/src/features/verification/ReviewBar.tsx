import { countText } from '@mandap/domain/text/counted.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { useEffect } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { useClient } from '../client/client-context.ts'
import { type Neighbour, NEXT_REVIEWED, useNeighbours } from '../partner/neighbours.ts'
import { partnerById } from '../partner/queries.ts'
import { reviewFrom } from '../partner/review.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { type Hotkey, useHotkeys } from '../../ui/use-hotkeys.ts'
import { showPalette } from '../palette/current-palette.ts'

/** Returns a function that opens another partner of the list in place of the current history entry. */
export function useGoTo(pathOf: (partner: Partner) => string) {
  const navigate = useNavigate()
  const review = reviewFrom(useLocation().state)
  return (to: Neighbour) =>
    navigate(pathOf(to.partner), {
      replace: true,
      state: review && { ...review, at: to.at },
    })
}

/**
 * Renders the buttons for the next and previous partner (`j`, `k`) of the list that opened the screen, and for the list of
 * keys (`?`).
 */
export function ReviewBar({
  id,
  pathOf,
  keys = [],
}: {
  /** The id of the partner, who may still be loading. */
  id: string
  pathOf: (partner: Partner) => string
  /** The keys of the screen. */
  keys?: readonly Hotkey[]
}) {
  const neighbours = useNeighbours(id)
  const { previous = null, next = null, passedOver = null } = neighbours ?? {}
  const goTo = useGoTo(pathOf)
  useReadAhead(next)
  useHotkeys([
    ...keys,
    { key: 'j', what: 'Next partner', run: next ? () => goTo(next) : undefined },
    { key: 'k', what: 'Previous partner', run: previous ? () => goTo(previous) : undefined },
  ])

  if (!neighbours && keys.length === 0) return null
  return (
    // without neighbours there is nothing to show on a phone
    <div
      className={`flex min-w-0 items-center gap-1 max-sm:flex-wrap ${neighbours ? '' : 'max-sm:hidden'}`}
    >
      {neighbours && (
        <>
          {neighbours.position !== null && (
            <span className="mr-1 whitespace-nowrap text-ink-muted">
              {countText(neighbours.position)} of{' '}
              {countText(neighbours.total ?? neighbours.position)}
            </span>
          )}
          {passedOver && (
            // on a phone in a line of its own
            <Button
              look="quiet"
              size="small"
              className="max-w-96 min-w-0 max-sm:order-last max-sm:-ml-2.5 max-sm:max-w-full"
              onClick={() => goTo(passedOver)}
            >
              <span className="min-w-0 truncate">
                {isolated(passedOver.reviewer)} reviews {isolated(passedOver.partner.name)}.
              </span>{' '}
              <span className="shrink-0">Open anyway</span>
            </Button>
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
            disabledReason={
              next
                ? undefined
                : passedOver
                  ? NEXT_REVIEWED
                  : 'This is the last partner in the list.'
            }
            onClick={() => next && goTo(next)}
          />
        </>
      )}
      <Button look="quiet" className="max-sm:hidden" onClick={() => showPalette('keys')}>
        Keys
      </Button>
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
