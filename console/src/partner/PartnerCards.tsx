import type { Partner } from '@mandap/domain/partner/partner.ts'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import type { LongRead } from '../host/blocks.ts'
import { Button } from '../ui/Button.tsx'
import { type CardSize, LongList } from '../ui/LongList.tsx'
import { EmptyState, GapNotice } from '../ui/states.tsx'
import { PartnerCardSkeleton } from './PartnerCard.tsx'

const FAILED = 'The partners could not be loaded.'
const SKELETON = <PartnerCardSkeleton />

/** Cards drawn while the length of the list is not known: a screenful on any display. */
const SKELETONS = 24

/** A list of partners: how many they are, their cards, and what stands there when there are none. */
export function PartnerCards({
  partners,
  Card,
  size,
  emptyText,
  failureText = emptyText,
  countText = partnersCounted,
  loadingCards,
  onClear,
}: {
  partners: LongRead<Partner>
  Card: ComponentType<{ item: Partner; index: number }>
  size: CardSize
  emptyText: string
  /** Heads the failure of a list that could not begin. */
  failureText?: string
  countText?: (total: number) => string
  /** Stands for cards that are on their way; otherwise their skeletons do. */
  loadingCards?: ReactNode
  /** Takes the search away, where there is one. */
  onClear: (() => void) | null
}) {
  const { total, failure, retrying, retry } = partners
  const loading = total === null && failure === null
  const count = useFocusWhenEmptied(total)
  return (
    <>
      <output ref={count} tabIndex={-1} className="mt-3 mb-3 block min-h-5.5 text-ink-muted">
        {loading ? 'Loading partners…' : failure ? '' : countText(total ?? 0)}
      </output>
      {total === 0 || failure ? (
        <EmptyState
          icon={failure ? 'alert' : 'search'}
          text={failure ? failureText : emptyText}
          hint={
            failure &&
            (failureText === emptyText ? `${FAILED} ${failure.message}` : failure.message)
          }
          action={
            <div className="flex gap-2">
              {failure && (
                <Button icon="refresh" busy={retrying} onClick={retry}>
                  Try again
                </Button>
              )}
              {onClear && (
                <Button icon="clear" onClick={onClear}>
                  Clear search
                </Button>
              )}
            </div>
          }
        />
      ) : loading && loadingCards ? (
        loadingCards
      ) : (
        <LongList
          label="Partners"
          total={total ?? SKELETONS}
          itemAt={partners.itemAt}
          onView={partners.onView}
          stale={loading || partners.stale}
          size={size}
          Item={Card}
          skeleton={SKELETON}
        />
      )}
      {partners.hasGaps && (
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

function partnersCounted(total: number): string {
  return `${total.toLocaleString('en-IN')} ${total === 1 ? 'partner' : 'partners'}`
}
