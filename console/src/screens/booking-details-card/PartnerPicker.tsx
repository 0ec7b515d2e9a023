import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient } from '../../features/client/client-context.ts'
import { approvedPartners } from '../../features/partner/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { FailureLine } from '../../ui/states.tsx'
import type { PlannerDraft } from './planner-draft.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

type Picked = NonNullable<PlannerDraft['picked']>

/**
 * Searches the approved partners. Every word must match anywhere in names, e-mails, phone, company or location
 * (§5.5).
 */
export function PartnerPicker({
  search,
  picked,
  onSearch,
  onPick,
}: {
  search: string
  picked: Picked | null
  onSearch: (search: string) => void
  onPick: (picked: Picked | null) => void
}) {
  const debounced = useDebouncedValue(search, 200)
  const list = useInfiniteQuery(approvedPartners(useClient(), debounced))
  const partners = list.data?.pages[0]?.rows ?? []
  const isFresh = debounced === search && !list.isPlaceholderData
  const box = useFocusFollowing(picked)

  if (picked)
    return (
      <div
        ref={box}
        className="flex items-start gap-2.5 rounded-md border border-line bg-sunken py-2 pr-2 pl-3"
      >
        <Icon name="check" className="mt-0.5 size-4.5 shrink-0 text-positive-text" />
        <p className="min-w-0 grow">
          <span className="block font-medium">{picked.name || NO_TEXT}</span>
          <span className="block text-sm text-ink-muted">{picked.about}</span>
        </p>
        <Button size="small" onClick={() => onPick(null)}>
          Change
        </Button>
      </div>
    )
  return (
    <div ref={box} className="grid gap-3">
      <Combobox
        label="Existing partner"
        placeholder="Name, company, location or phone"
        value={search}
        onText={onSearch}
        suggestions={partners.map(suggestionOf)}
        onSelect={({ id }) => {
          const partner = partners.find((one) => one.id === id)
          if (partner) onPick(pickedFrom(partner))
        }}
        busy={list.isFetching && !isFresh}
        {...(isFresh && !list.isError && { emptyText: 'No matches' })}
      />
      {list.isError && partners.length === 0 && (
        <FailureLine
          text="Failed to fetch partners list."
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
    </div>
  )
}

/** Moves the focus to the control that replaces the focused one. */
function useFocusFollowing(picked: Picked | null) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(picked)
  useEffect(() => {
    if (before.current === picked) return
    before.current = picked
    box.current?.querySelector<HTMLElement>('button, [role=combobox]')?.focus()
  }, [picked])
  return box
}

function suggestionOf(partner: Partner) {
  return { id: partner.id, text: partner.name || NO_TEXT, detail: companyText(partner) }
}

function pickedFrom(partner: Partner): Picked {
  const { id, name, mobileNo } = partner
  const about = [mobileNo, companyText(partner)].filter(Boolean).join(' · ')
  return { id, name, mobile: mobileNo, about }
}

function companyText({ companyName, companyLocation }: Partner): string {
  return [companyName, companyLocation].filter(Boolean).map(isolated).join(', ')
}
