import { hasDemonstrationNumber } from './exposure.ts'
import { type AuthorisedNumber, missing } from './setting.ts'

/** The settings of the SMS service. */
interface SmsSettings {
  sms: 'development' | 'fast2sms' | 'msg91' | 'twilio'
  superAdminNumbers: readonly AuthorisedNumber[]
  fast2smsKey: string | undefined
  fast2smsRoute: 'otp' | 'q' | 'dlt'
  fast2smsSenderId: string | undefined
  fast2smsMessageId: string | undefined
  msg91Key: string | undefined
  msg91TemplateId: string | undefined
  twilioAccountSid: string | undefined
  twilioAuthToken: string | undefined
  twilioFrom: string | undefined
}

/** Returns what is missing for the SMS service, as sentences. */
export function smsProblems(config: SmsSettings): string[] {
  const { sms, fast2smsRoute, superAdminNumbers } = config
  if (sms === 'development') return []
  const why = `SMS=${sms}`
  const problems = missing(why, credentials(config))
  if (sms === 'fast2sms' && fast2smsRoute === 'dlt')
    problems.push(
      ...missing('FAST2SMS_ROUTE=dlt', {
        FAST2SMS_SENDER_ID: config.fast2smsSenderId,
        FAST2SMS_MESSAGE_ID: config.fast2smsMessageId,
      }),
    )
  if (hasDemonstrationNumber(superAdminNumbers))
    problems.push(
      `SUPER_ADMIN_NUMBERS must be set to three numbers of your own with ${why}: those of the demonstration are no phones.`,
    )
  return problems
}

function credentials(config: SmsSettings): Record<string, string | undefined> {
  switch (config.sms) {
    case 'fast2sms':
      return { FAST2SMS_KEY: config.fast2smsKey }
    case 'msg91':
      return { MSG91_KEY: config.msg91Key, MSG91_TEMPLATE_ID: config.msg91TemplateId }
    case 'twilio':
      return {
        TWILIO_ACCOUNT_SID: config.twilioAccountSid,
        TWILIO_AUTH_TOKEN: config.twilioAuthToken,
        TWILIO_FROM: config.twilioFrom,
      }
    case 'development':
      return {}
  }
}
