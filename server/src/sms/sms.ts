/** How long the server waits for an SMS service, in milliseconds. */
export const SMS_TIMEOUT_MS = 5000

/** One SMS. India's services fill the OTP into a template of their own and do not take the text. */
export interface Sms {
  /** ten digits */
  number: string
  otp: string
  text: string
}

/**
 * What came of it. `tryAgain`: the service is away or busy. `configuration`: it does not accept a
 * setting of ours. `balance`: the account has run dry. `why` is for the log.
 */
export type SmsOutcome =
  | { is: 'sent' }
  | { is: 'tryAgain' | 'configuration' | 'balance'; why: string }

export interface SmsTransport {
  /** Whether the browser that asked is told the OTP. */
  showsOtp: boolean
  /** Rejects when the service cannot be reached, or `signal` says that it was waited for long enough. */
  send: (sms: Sms, signal: AbortSignal) => Promise<SmsOutcome>
}

/** Sends one SMS within `SMS_TIMEOUT_MS`. Never rejects. */
export async function sendSms(
  transport: SmsTransport,
  sms: Sms,
  timeoutMs = SMS_TIMEOUT_MS,
): Promise<SmsOutcome> {
  try {
    return await transport.send(sms, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    return { is: 'tryAgain', why: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}
