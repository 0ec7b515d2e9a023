import type { Partner } from '@mandap/domain/partner/partner.ts'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import type { PagedList } from '../list/paged-list.ts'
import { Button } from '../ui/Button.tsx'
import { counted, type Nouns } from '../ui/counted.ts'
import { type CardSize, VirtualGrid } from '../ui/VirtualGrid.tsx'
import { GapNotice, NoItems } from '../ui/states.tsx'
import { PartnerCardSkeleton } from './PartnerCard.tsx'

/** What a list of partners counts, unless it has a name of its own for them. */
export const PARTNERS: Nouns = ['partner', 'partners']

const FAILED = 'Failed to fetch partners list.'
const SKELETON = <PartnerCardSkeleton />

/** A list of partners: how many they are, their cards, and what stands there when there are none. */
export function PartnerCards({
  partners,
  Card,
  size,
  emptyText,
  countText = (count) => counted(count, PARTNERS),
  loadingCards,
  onClear,
}: {
  partners: PagedList<Partner>
  Card: ComponentType<{ item: Partner; index: number }>
  size: CardSize
  emptyText: string
  countText?: (total: number) => string
  /** Stands for cards that are on their way; otherwise their skeletons do. */
  loadingCards?: ReactNode
  /** Takes the search away, where there is one. */
  onClear: (() => void) | null
}) {
  const { total, failure, hasGaps, retrying, retry } = partners
  const count = useFocusWhenEmptied(total)
  return (
    <>
      <output ref={count} tabIndex={-1} className="mt-3 mb-3 block min-h-5.5 text-ink-muted">
        {!failure && (total === null ? 'Loading partners…' : countText(total))}
      </output>
      {total === 0 || failure ? (
        <NoItems
          text={emptyText}
          failure={
            failure && {
              hint: (
                <>
                  <span role="alert" className="block">
                    {FAILED}
                  </span>
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
      ) : total === null && loadingCards ? (
        loadingCards
      ) : (
        <VirtualGrid
          label="Partners"
          items={partners}
          size={size}
          Item={Card}
          skeleton={SKELETON}
        />
      )}
      {hasGaps && (
        <GapNotice text="Some partners could not be loaded." retrying={retrying} onRetry={retry} />
      )}
    </>
  )
}

/** The last partner was deleted: the focus, which went with the card, goes to the count. */
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
