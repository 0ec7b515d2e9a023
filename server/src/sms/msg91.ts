import { OTP_MINUTES } from '@mandap/domain/super-admin/elevation.ts'
import { readText } from '@mandap/domain/wire/read.ts'
import { COUNTRY_CODE, isPassing, post, type ServiceAnswer, notSent } from './service.ts'
import type { SmsOutcome, SmsTransport } from './sms.ts'

export interface Msg91Settings {
  key: string
  templateId: string
}

export const MSG91_ADDRESS = 'https://control.msg91.com/api/v5/otp'

// codes: no balance, and the same request again within ten seconds
const BALANCE = 301
const TWICE = 311

/** Sends an SMS by MSG91's OTP call, with our own OTP, which the service only transmits. */
export function msg91(
  { key, templateId }: Msg91Settings,
  url = MSG91_ADDRESS,
): SmsTransport['send'] {
  return async ({ number, otp }, signal) => {
    const address = new URL(url)
    address.search = new URLSearchParams({
      template_id: templateId,
      mobile: `${COUNTRY_CODE}${number}`,
      otp,
      otp_expiry: String(OTP_MINUTES),
    }).toString()
    const headers = { authkey: key, 'content-type': 'application/json' }
    return outcome(await post(address, { headers, body: '{}', signal }))
  }
}

// the service answers some rejections with 200, and some without a code
function outcome(answer: ServiceAnswer): SmsOutcome {
  const { status, body } = answer
  const code = Number(body['code'])
  if (status === 200 && body['type'] === 'success') return { is: 'sent' }
  if (isPassing(answer) || code === TWICE) return notSent('tryAgain', answer)
  const isBalance = code === BALANCE || /balance|credit/i.test(readText(body['message']))
  return notSent(isBalance ? 'balance' : 'configuration', answer)
}
