import type { AuthorisedNumber } from './setting.ts'
import { isLoopback } from '../network/loopback.ts'
import { DEMONSTRATION_NUMBERS, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'

/** The settings that determine where the server can be reached. */
export interface Reach {
  host: string
  publicUrl: string
}

interface Settings extends Reach {
  trustProxy: boolean | string
  identity: 'embedded' | 'firebase'
  adminPassword: string
  superAdminNumbers: readonly AuthorisedNumber[]
  sms: 'development' | 'fast2sms' | 'msg91' | 'twilio'
}

/**
 * Returns the setting through which others can reach the server, such as `HOST=0.0.0.0`; undefined on
 * loopback.
 */
export function whyExposed({ host, publicUrl }: Reach): string | undefined {
  if (!isLoopback(host)) return `HOST=${host}`
  // a proxy on this machine can forward requests to a server that listens on loopback
  return isLoopback(new URL(publicUrl).hostname) ? undefined : `PUBLIC_URL=${publicUrl}`
}

/** Returns the settings that are safe for a demonstration only, as sentences. */
export function exposures(settings: Settings): string[] {
  const { trustProxy, identity, adminPassword, superAdminNumbers, sms } = settings
  const exposed = whyExposed(settings)
  if (exposed === undefined) return []
  const before = `before the server starts with ${exposed}`
  const problems: string[] = []
  if (trustProxy === true)
    problems.push(
      `TRUST_PROXY must name the addresses of your proxies, such as 10.0.0.0/8,127.0.0.1, ${before}: with TRUST_PROXY=true anybody can claim to be any address.`,
    )
  if (identity === 'embedded' && adminPassword === DEMONSTRATION_PASSWORD)
    problems.push(
      `ADMIN_PASSWORD must be set to a password of your own ${before}: everybody knows the demonstration password.`,
    )
  if (sms === 'development' && superAdminNumbers.length > 0)
    problems.push(
      hasDemonstrationNumber(superAdminNumbers)
        ? `SUPER_ADMIN_NUMBERS must be set to three numbers of your own ${before}: everybody knows the demonstration numbers.`
        : `SMS must be fast2sms, msg91 or twilio ${before}: with SMS=development no phone proves who becomes Super Admin.`,
    )
  return problems
}

export function hasDemonstrationNumber(numbers: readonly AuthorisedNumber[]): boolean {
  const known: readonly string[] = DEMONSTRATION_NUMBERS
  return numbers.some(({ number }) => known.includes(number))
}
