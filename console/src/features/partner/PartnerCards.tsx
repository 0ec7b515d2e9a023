import type { Partner } from '@mandap/domain/partner/partner.ts'
import { counted } from '@mandap/domain/text/counted.ts'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'preact/compat'
import type { PagedList } from '../list/paged-list.ts'
import { LIST_NOUNS } from '../summary/list-nouns.ts'
import { Button } from '../../ui/Button.tsx'
import { type CardSize, VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { GapNotice, NoItems } from '../../ui/states.tsx'
import { PartnerCardSkeleton } from './PartnerCard.tsx'

const FAILED = 'Failed to fetch partners list.'
const SKELETON = <PartnerCardSkeleton />

/** Renders a list of partners with its count, or its loading, empty or failed state. */
export function PartnerCards({
  partners,
  Item,
  size,
  emptyText,
  countText = (count) => counted(count, LIST_NOUNS.partners),
  loader,
  onClear,
}: {
  partners: PagedList<Partner>
  Item: ComponentType<{ item: Partner; index: number }>
  size: CardSize
  emptyText: string
  countText?: (total: number) => string
  /** Shown while the first page loads. The default is skeleton cards. */
  loader?: ReactNode
  /** Clears the search; null without a search. */
  onClear: (() => void) | null
}) {
  const { total, failure, hasGaps, retrying, retry } = partners
  const count = useFocusWhenEmptied(total)
  return (
    <div data-wide>
      <output
        ref={count}
        data-count
        tabIndex={-1}
        className="mt-3 mb-3 block min-h-5.5 text-ink-muted"
      >
        {!failure && (total === null ? 'Loading partners…' : countText(total))}
      </output>
      {total === 0 || failure ? (
        <NoItems
          text={emptyText}
          failure={
            failure && {
              hint: (
                <>
                  <span className="block">{FAILED}</span>
                  {failure.message}
                </>
              ),
              retrying,
              onRetry: retry,
            }
          }
          actions={
            onClear && (
              <Button icon="clear" onClick={onClear}>
                Clear search
              </Button>
            )
          }
        />
      ) : total === null && loader ? (
        loader
      ) : (
        <VirtualGrid
          label="Partners"
          items={partners}
          size={size}
          Item={Item}
          skeleton={SKELETON}
        />
      )}
      {hasGaps && (
        <GapNotice text="Some partners could not be loaded." retrying={retrying} onRetry={retry} />
      )}
    </div>
  )
}

/** Moves the focus to the count when the last partner, which had the focus, was deleted. */
function useFocusWhenEmptied(total: number | null) {
  const count = useRef<HTMLOutputElement>(null)
  const before = useRef(total)
  useEffect(() => {
    const emptied = total === 0 && before.current !== null && before.current > 0
    before.current = total
    if (emptied && document.activeElement === document.body) count.current?.focus()
  }, [total])
  return count
}
