import { dayText } from '../time/date-text.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Says since when a person is erased. */
export function ErasedNotice({ at }: { at: number }) {
  return (
    <p className="flex gap-2.5 rounded-md bg-neutral-soft px-3 py-2.5">
      <Icon name="info" className="mt-px size-4.5 text-ink-muted" />
      <span className="min-w-0">
        <span className="font-medium">{`Erased on ${dayText(at)}.`}</span>{' '}
        <span className="text-ink-muted">
          What identified this person is gone, and nothing can be changed. Bookings are still
          counted.
        </span>
      </span>
    </p>
  )
}
