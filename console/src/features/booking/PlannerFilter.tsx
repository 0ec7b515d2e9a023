import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { Combobox } from '../../ui/Combobox.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { useThrottledValue } from '../../ui/use-throttled-value.ts'
import { useClient } from '../client/client-context.ts'
import { approvedPartnerNames } from '../partner/queries.ts'

/** Renders the filter by planner: All Partners, or a name that is searched among the approved partners (§2.5, §7). */
export function PlannerFilter({
  name,
  onName,
  className,
}: {
  /** The name to filter by; `''` for all partners. */
  name: string
  onName: (name: string) => void
  className: string
}) {
  // what is typed is no filter until a name is selected
  const [typed, setTyped] = useState<string | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  const text = typed ?? name
  const search = useThrottledValue(text)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...approvedPartnerNames(useClient(), search),
    enabled: isUsed,
  })
  const isFresh = search === text && data !== undefined && !isPlaceholderData

  function select(next: string) {
    setTyped(null)
    if (next !== name) onName(next)
  }

  return (
    <div
      onFocus={() => setIsUsed(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // a press on Try again keeps the text
        if (!currentTarget.contains(relatedTarget as Node | null)) setTyped(null)
      }}
      className={className}
    >
      <Combobox
        label="Planner"
        placeholder="All Partners"
        value={text}
        onText={(next) => (next === '' ? select('') : setTyped(next))}
        selectsText
        suggestions={(data ?? []).map((one) => ({ id: one, text: one }))}
        onSelect={(suggestion) => select(suggestion.text)}
        enterTakesFirst={typed !== null}
        busy={isUsed && !isFresh && !isError}
        {...(isFresh && { emptyText: 'No matches' })}
      />
      {isError && (
        <div className="mt-1.5 text-sm text-ink-muted">
          <FailureLine
            text="The names could not be loaded."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
    </div>
  )
}
