import { dayText } from '../time/date-text.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Says since when a person is erased. */
export function ErasedNotice({ at }: { at: number }) {
  return (
    <Notice tone="neutral">
      <span className="font-medium text-ink">{`Erased on ${dayText(at)}.`}</span> What identified
      this person is gone, and nothing can be changed. Bookings are still counted.
    </Notice>
  )
}
