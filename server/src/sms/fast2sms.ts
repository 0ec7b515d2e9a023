import { isPassing, post, type ServiceAnswer, notSent } from './service.ts'
import type { Sms, SmsOutcome, SmsTransport } from './sms.ts'

export interface Fast2SmsSettings {
  key: string
  /** The two fields below are needed for `dlt` only. */
  route: 'otp' | 'q' | 'dlt'
  senderId: string
  messageId: string
}

export const FAST2SMS_ADDRESS = 'https://www.fast2sms.com/dev/bulkV2'

// values of status_code: no balance, and no first payment yet
const BALANCE = [416, 999]
// several SMS to one number in a short time
const SPAMMING = 995

/** Sends an SMS by Fast2SMS's bulkV2 API. */
export function fast2sms(settings: Fast2SmsSettings, url = FAST2SMS_ADDRESS): SmsTransport['send'] {
  return async (sms, signal) => {
    const headers = { authorization: settings.key }
    const body = new URLSearchParams({ numbers: sms.number, ...message(settings, sms) })
    return outcome(await post(url, { headers, body, signal }))
  }
}

function message({ route, senderId, messageId }: Fast2SmsSettings, { otp, text }: Sms) {
  switch (route) {
    case 'otp':
      return { route, variables_values: otp }
    case 'q':
      return { route, message: text, language: 'english', flash: '0' }
    case 'dlt':
      return { route, sender_id: senderId, message: messageId, variables_values: otp }
  }
}

function outcome(answer: ServiceAnswer): SmsOutcome {
  const { status, body } = answer
  const code = Number(body['status_code'])
  if (status === 200 && body['return'] === true) return { is: 'sent' }
  if (isPassing(answer) || code === SPAMMING) return notSent('tryAgain', answer)
  return notSent(BALANCE.includes(code) ? 'balance' : 'configuration', answer)
}
