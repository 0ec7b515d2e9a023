import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { findFactors, kindsOf } from '../second-factor/factors.ts'

/**
 * Whether an elevation asks for a second factor beside the OTP: `ask` those who have one, `required` of everybody, so that
 * those without one are refused, or `off`.
 */
export type FactorRule = 'ask' | 'required' | 'off'

/**
 * Returns the kinds of second factor of which one is needed beside the OTP. Throws an `HttpError` if one is required and
 * the administrator has none.
 */
export async function neededFactors(
  db: Database,
  factorRule: FactorRule,
  administratorId: string,
): Promise<FactorKind[]> {
  if (factorRule === 'off') return []
  const kinds = kindsOf(await findFactors(db, administratorId))
  if (kinds.length === 0 && factorRule === 'required')
    throw new HttpError(
      403,
      'SECOND_FACTOR_REQUIRED',
      'Super Admin needs a second factor on this server. Set one up on the page ‘Your account’ first.',
    )
  return kinds
}
