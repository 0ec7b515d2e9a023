import { counted } from '@mandap/domain/text/counted.ts'
import type { Verdict } from './verify.ts'

/** Says whether the audit log is intact, and of how many entries the details were erased. */
export function verdictLines(verdict: Verdict): string[] {
  if (verdict.is === 'broken')
    return [`The audit log was changed: entry ${verdict.id} ${verdict.why}`]
  const { count, erased } = verdict
  if (count === 0) return ['The audit log is intact. It has no entry yet.']
  const entries = (number: number) => counted(number, ['entry', 'entries'])
  return [
    `The audit log is intact: ${entries(count)}.`,
    ...(erased === 0 ? [] : [`The personal details of ${entries(erased)} were erased.`]),
  ]
}
