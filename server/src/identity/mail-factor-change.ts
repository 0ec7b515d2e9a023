import { type FactorChange, factorMail } from '../second-factor/mails.ts'
import type { Identity } from './identity-call.ts'

/** Tells an administrator about a change of their second factor. A failure is logged, because the change is made. */
export async function mailFactorChange(
  { mail, log }: Identity,
  administrator: { email: string; name: string },
  change: FactorChange,
  note?: string,
): Promise<void> {
  try {
    await mail(factorMail(administrator, change, note))
  } catch (error) {
    log.error({ err: error }, 'A mail about a second factor could not be sent.')
  }
}
