import type { RecordChange } from '@mandap/contract/booking.ts'
import { session } from '../session/current.ts'

/** Returns who made the changes of a conflict, as the subject of a sentence. It is the person in another tab, too. */
export function saverOf(changes: readonly Pick<RecordChange, 'by'>[]): 'You' | 'Someone else' {
  const { email } = session.identity()
  return changes.length > 0 && changes.every(({ by }) => by === email) ? 'You' : 'Someone else'
}
