import { actorText } from '@mandap/domain/audit/actor.ts'
import { shown, escapeInvisible } from '@mandap/domain/text/text.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import { momentText } from '../time/date-text.ts'
import type { RecordChange } from '@mandap/contract/booking.ts'

/** Renders who changed which field of a record and when, oldest change first. */
export function ChangeList({
  changes,
  names,
  valueText = (_field, value) => plainText(value),
}: {
  changes: readonly RecordChange[]
  /** Labels of the fields. A field without a label shows its name. */
  names: Readonly<Record<string, string>>
  /** Returns the text of a value that is not missing. */
  valueText?: (field: string, value: unknown) => string
}) {
  const text = (field: string, value: unknown) =>
    value === undefined || value === null || value === '' ? 'nothing' : valueText(field, value)
  return (
    <ol className="grid gap-4">
      {changes.map((change) => (
        <li key={change.version} className="rounded-md border border-line px-4 py-3">
          <p className="text-sm text-ink-muted">{authorText(change)}</p>
          <dl className="mt-2 grid gap-2">
            {change.fields.map(({ field, before, after }) => (
              <div key={field} className="grid grid-cols-[8rem_1fr] gap-3">
                <dt className="text-ink-muted">{names[field] ?? shown(field)}</dt>
                <dd className="min-w-0">
                  <del className="text-ink-muted">{text(field, before)}</del>
                  <span aria-hidden="true"> → </span>
                  <ins className="font-medium no-underline">{text(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}

export function plainText(value: unknown): string {
  return typeof value === 'string' ? shown(value) : escapeInvisible(JSON.stringify(value))
}

/** Returns who made a change, and when. */
export function authorText({ by, at }: RecordChange): string {
  const who = actorText(by)
  const instant = readInstant(at)
  return instant === null ? who : `${who}, ${momentText(instant)}`
}
