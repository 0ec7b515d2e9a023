import { writeMessage } from '../mail/outbox.ts'
import type { SmsTransport } from './sms.ts'

/** Writes each SMS to a `.txt` file in `folder`. Calls `say` with a line that names it. */
export function developmentSms(folder: string, say: (line: string) => void): SmsTransport['send'] {
  return async ({ number, text }) => {
    const file = await writeMessage(folder, 'txt', `To: ${number}\n\n${text}\n`)
    say(`SMS to ${number}: ${file}`)
    return { is: 'sent' }
  }
}
