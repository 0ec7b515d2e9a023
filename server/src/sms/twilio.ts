import { COUNTRY_CODE, isPassing, post, type ServiceAnswer, notSent } from './service.ts'
import type { SmsOutcome, SmsTransport } from './sms.ts'

export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** A phone number, or the SID of a messaging service. */
  from: string
}

export const TWILIO_ADDRESS = 'https://api.twilio.com'

// Twilio's codes for a suspended account, which includes one without funds
const NOT_ACTIVE = [10001, 20005, 30002]
// codes for too many requests, and for a sender whose queue is full
const BUSY = [20429, 21611]

/** Sends an SMS by Twilio's Messages resource. */
export function twilio(
  { accountSid, authToken, from }: TwilioSettings,
  url = TWILIO_ADDRESS,
): SmsTransport['send'] {
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  return async ({ number, text }, signal) => {
    const body = new URLSearchParams({
      To: `+${COUNTRY_CODE}${number}`,
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      Body: text,
    })
    const headers = { authorization: `Basic ${basic}` }
    return outcome(await post(new URL(path, url), { headers, body, signal }))
  }
}

function outcome(answer: ServiceAnswer): SmsOutcome {
  const { status, body } = answer
  const code = Number(body['code'])
  if (status === 201) return { is: 'sent' }
  if (isPassing(answer) || BUSY.includes(code)) return notSent('tryAgain', answer)
  return notSent(NOT_ACTIVE.includes(code) ? 'balance' : 'configuration', answer)
}
