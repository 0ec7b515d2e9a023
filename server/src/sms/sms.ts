import { maskPhone } from '@mandap/domain/super-admin/elevation.ts'

/** How long the server waits for an SMS service, in milliseconds. */
export const SMS_TIMEOUT_MS = 5000

/** An SMS. Services in India insert the OTP into their own template and ignore the text. */
export interface Sms {
  /** Ten digits. */
  number: string
  otp: string
  text: string
}

/**
 * The result of sending. `tryAgain`: the service is unreachable or busy. `configuration`: it rejects one of
 * our settings. `balance`: the account has no balance. `why` is for the log.
 */
export type SmsOutcome =
  | { is: 'sent' }
  | { is: 'tryAgain' | 'configuration' | 'balance'; why: string }

export interface SmsTransport {
  /** Whether the browser receives the OTP. */
  showsOtp: boolean
  /** Rejects if the service cannot be reached, or when `signal` aborts. */
  send: (sms: Sms, signal: AbortSignal) => Promise<SmsOutcome>
}

/** Sends an SMS within `SMS_TIMEOUT_MS`. Never rejects. `why` has the number with a mask. */
export async function sendSms(
  transport: SmsTransport,
  sms: Sms,
  timeoutMs = SMS_TIMEOUT_MS,
): Promise<SmsOutcome> {
  try {
    const outcome = await transport.send(sms, AbortSignal.timeout(timeoutMs))
    return outcome.is === 'sent' ? outcome : { ...outcome, why: masked(outcome.why, sms.number) }
  } catch (error) {
    return { is: 'tryAgain', why: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

/** Returns the message of a service with a mask for the number that it may repeat, such as `+91 98123-45671`. */
function masked(why: string, number: string): string {
  return why.replaceAll(/\d(?:[\s().-]{0,2}\d)*/g, (written) => {
    const digits = written.replaceAll(/\D/g, '')
    return digits.includes(number) ? maskPhone(digits) : written
  })
}
