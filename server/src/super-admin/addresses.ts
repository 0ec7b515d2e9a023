import type { AuthorisedNumber } from '../config/setting.ts'
import { foldEmail } from '../session/administrator.ts'

/** Returns the e-mail addresses of the Super Admins, each once. A number without an address has none. */
export function superAdminAddresses(numbers: readonly AuthorisedNumber[]): string[] {
  const addresses = numbers.flatMap(({ email }) => (email === undefined ? [] : [email]))
  return [...new Map(addresses.map((address) => [foldEmail(address), address])).values()]
}
