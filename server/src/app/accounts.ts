import { confirmedByPassword, confirmedBySignIn } from '../account/confirmed-write.ts'
import { registerPassword } from '../account/password-routes.ts'
import { registerAccount } from '../account/routes.ts'
import { registerInvitations } from '../administrator/invitation-routes.ts'
import { registerAdministrators } from '../administrator/routes.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import type { App } from '../http/app.ts'
import { registerIdentity } from '../identity/identity-toolkit.ts'
import type { SendMail } from '../mail/mail.ts'
import type { Workload } from '../metrics/workload.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import type { CallLimit } from '../session/call-limit.ts'
import type { SigningKeys } from '../session/signing-key.ts'
import type { SmsTransport } from '../sms/sms.ts'
import { registerSuperAdmin } from '../super-admin/routes.ts'

interface Dependencies {
  db: Database
  /** The keys of the tokens of the embedded identity service. */
  keys: SigningKeys
  config: Config
  mail: SendMail
  sms: SmsTransport
  callLimit: CallLimit
  workload: Workload
  now: () => Date
}

/** Registers the calls of signing in, of the own account, of other administrators, and of Super Admin mode. */
export function registerAccounts(
  app: App,
  { db, keys, config, mail, sms, callLimit, workload, now }: Dependencies,
): void {
  const { publicUrl, superAdminNumbers: numbers } = config
  const hasPasswords = config.identity === 'embedded'
  if (hasPasswords) {
    const { breachedPasswords } = config
    const identity = { db, keys, mail, publicUrl, breachedPasswords, workload, now }
    registerIdentity(app, {
      ...identity,
      callLimit,
      secondFactor: config.secondFactor,
      origins: config.identityOrigins ?? [],
    })
    registerPassword(app, identity)
    registerInvitations(app, identity)
  }
  const confirmedWrite = hasPasswords
    ? confirmedByPassword({ db, keys, publicUrl, limits: LIMITS, now })
    : confirmedBySignIn({ db, now })
  registerAccount(app, { db, mail, publicUrl, now, confirmedWrite })
  registerAdministrators(app, { db, mail, numbers, hasPasswords, now })
  // a hosted service asks for its factors at the sign-in
  const hasFactors = hasPasswords && config.secondFactor !== 'off'
  const factorRule = hasFactors ? config.superAdminSecondFactor : 'off'
  registerSuperAdmin(app, {
    db,
    numbers,
    sms,
    factorRule,
    mail,
    publicUrl,
    now,
  })
}
