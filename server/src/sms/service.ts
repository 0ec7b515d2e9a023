import { type JsonObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import type { SmsOutcome } from './sms.ts'

/** The country of the numbers: the services want it before their ten digits. */
export const COUNTRY_CODE = '91'

/** What an SMS service answered; `body` is empty where it was not a JSON object. */
export interface ServiceAnswer {
  status: number
  body: JsonObject
}

/** Posts to an SMS service. A redirect rejects: it would carry our key to another place. */
export async function post(
  url: string | URL,
  { headers, body, signal }: Required<Pick<RequestInit, 'headers' | 'body' | 'signal'>>,
): Promise<ServiceAnswer> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  const text = await answer.text()
  try {
    return { status: answer.status, body: readObject(JSON.parse(text)) }
  } catch {
    return { status: answer.status, body: {} }
  }
}

/** Busy or broken, and so worth another try, whatever the service says beside it. */
export function isPassing({ status }: ServiceAnswer): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** An SMS that was not sent, with what the service said of it. */
export function unsent(
  is: 'tryAgain' | 'configuration' | 'balance',
  { status, body }: ServiceAnswer,
): SmsOutcome {
  const code = readText(body['status_code'] ?? body['code'])
  return { is, why: [`HTTP ${status}`, code, readText(body['message'])].filter(Boolean).join(', ') }
}
