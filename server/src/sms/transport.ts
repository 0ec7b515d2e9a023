import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../network/loopback.ts'
import { developmentSms } from './development.ts'
import { FAST2SMS_ADDRESS, fast2sms } from './fast2sms.ts'
import { MSG91_ADDRESS, msg91 } from './msg91.ts'
import type { SmsTransport } from './sms.ts'
import { TWILIO_ADDRESS, twilio } from './twilio.ts'

/** The address of each SMS service. */
export const SMS_ADDRESSES = {
  fast2sms: FAST2SMS_ADDRESS,
  msg91: MSG91_ADDRESS,
  twilio: TWILIO_ADDRESS,
}

/**
 * Returns the transport that the setting `SMS` names. Calls `say` with a line for each SMS that is only written
 * to a file.
 */
export function smsTransport(config: Config, say: (line: string) => void): SmsTransport {
  switch (config.sms) {
    case 'development':
      return {
        // behind a proxy, other machines can reach the server
        showsOtp: isLoopback(new URL(config.publicUrl).hostname),
        send: developmentSms(join(config.dataDir, 'outbox'), say),
      }
    case 'fast2sms':
      return {
        showsOtp: false,
        send: fast2sms({
          key: config.fast2smsKey ?? '',
          route: config.fast2smsRoute,
          senderId: config.fast2smsSenderId ?? '',
          messageId: config.fast2smsMessageId ?? '',
        }),
      }
    case 'msg91':
      return {
        showsOtp: false,
        send: msg91({ key: config.msg91Key ?? '', templateId: config.msg91TemplateId ?? '' }),
      }
    case 'twilio':
      return {
        showsOtp: false,
        send: twilio({
          accountSid: config.twilioAccountSid ?? '',
          authToken: config.twilioAuthToken ?? '',
          from: config.twilioFrom ?? '',
        }),
      }
  }
}
