import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useEffect, useRef } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'
import { FailureLine } from '../../ui/states.tsx'
import type { PickedPartner } from './planner-draft.ts'
import { FitBadges, FitOfPicked } from './PlannerFit.tsx'
import { type SuggestedPartner, useSuggestedPartners } from './suggested-partners.ts'

/**
 * Searches the approved partners (§5.5) and suggests those that fit the booking first. Shows the reasons against the
 * selected one.
 */
export function PartnerPicker({
  booking,
  search,
  picked,
  fitId,
  onSearch,
  onPick,
  onPicked,
}: {
  booking: Booking
  search: string
  picked: PickedPartner | null
  /** The id of the element that says how the selected partner fits. */
  fitId: string
  onSearch: (search: string) => void
  onPick: (picked: PickedPartner | null) => void
  /** Called once the selected partner is on the screen, to move the focus. */
  onPicked: () => void
}) {
  const { suggested, fit, events, isFresh, isError, retrying, retry } = useSuggestedPartners(
    booking,
    search,
    picked,
  )
  const field = useFocusFollowing(picked, onPicked)

  if (picked && fit)
    return (
      <div className="grid gap-3">
        <div className="flex items-start gap-2.5 rounded-md border border-line bg-sunken py-2 pr-2 pl-3">
          <Icon name="check" className="mt-0.5 size-4.5 shrink-0 text-positive-text" />
          <div className="min-w-0 grow">
            <p className="font-medium">{picked.name || NO_TEXT}</p>
            <p className="text-sm text-ink-muted">{picked.about}</p>
            <FitBadges booking={booking} fit={fit} />
          </div>
          <Button size="small" onClick={() => onPick(null)}>
            Change
          </Button>
        </div>
        <FitOfPicked id={fitId} booking={booking} picked={picked} fit={fit} events={events} />
      </div>
    )
  return (
    <div ref={field} className="grid gap-3">
      <Combobox
        label="Existing partner"
        placeholder="Name, company, location or phone"
        value={search}
        onText={onSearch}
        suggestions={suggested.map((one) => suggestionOf(booking, one))}
        onSelect={({ id }) => {
          const one = suggested.find(({ partner }) => partner.id === id)
          if (one) onPick(pickedFrom(one.partner))
        }}
        busy={!isFresh && !isError}
        inline
        enterTakesFirst
        isFirstInDialog
        {...(isFresh && !isError && { emptyText: 'No matches' })}
      />
      {isError && (
        <FailureLine text="Failed to fetch partners list." retrying={retrying} onRetry={retry} />
      )}
    </div>
  )
}

/** Moves the focus on after a selection, and back to the field after 'Change'. */
function useFocusFollowing(picked: PickedPartner | null, onPicked: () => void) {
  const field = useRef<HTMLDivElement>(null)
  const before = useRef(picked)
  useEffect(() => {
    if (before.current === picked) return
    before.current = picked
    if (picked) onPicked()
    else field.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }, [picked, onPicked])
  return field
}

function suggestionOf(booking: Booking, { partner, fit }: SuggestedPartner) {
  return {
    id: partner.id,
    text: partner.name || NO_TEXT,
    detail: companyText(partner),
    note: <FitBadges booking={booking} fit={fit} />,
  }
}

function pickedFrom(partner: Partner): PickedPartner {
  const { id, name, mobileNo, companyLocation, servicesSelected } = partner
  const about = [mobileNo, companyText(partner)].filter(Boolean).join(' · ')
  return { id, name, mobile: mobileNo, about, companyLocation, servicesSelected }
}

function companyText({ companyName, companyLocation }: Partner): string {
  return [companyName, companyLocation].filter(Boolean).map(isolated).join(', ')
}
