import type { RecordChange } from '@mandap/contract/booking.ts'
import { session } from '../session/current.ts'

/** Returns who made the changes of a conflict: 'You' if this person made all of them, such as in another tab. */
export function saverOf(changes: readonly Pick<RecordChange, 'by'>[]): 'You' | 'Someone else' {
  const { email } = session.identity()
  return changes.length > 0 && changes.every(({ by }) => by === email) ? 'You' : 'Someone else'
}
