import { type JsonObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import type { SmsOutcome } from './sms.ts'

/** The country code, which the services require before the ten digits. */
export const COUNTRY_CODE = '91'

/** The answer of an SMS service; `body` is empty if it was not a JSON object. */
export interface ServiceAnswer {
  status: number
  body: JsonObject
}

/** Posts to an SMS service. Rejects a redirect, which would send our key to another server. */
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

/** Returns whether the service is busy or broken, so that another attempt may succeed. */
export function isPassing({ status }: ServiceAnswer): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** Returns the outcome of an SMS that was not sent, with the message of the service. */
export function notSent(
  is: 'tryAgain' | 'configuration' | 'balance',
  { status, body }: ServiceAnswer,
): SmsOutcome {
  const code = readText(body['status_code'] ?? body['code'])
  return { is, why: [`HTTP ${status}`, code, readText(body['message'])].filter(Boolean).join(', ') }
}
