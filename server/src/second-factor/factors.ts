import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import type { Database } from '../database/connection.ts'
import { type AuthenticatorApp, endEnrolments, findApp } from './app.ts'
import { type Passkey, passkeysOf } from './passkey.ts'
import { endPasskeyAdditions } from './passkey-challenge.ts'
import { deleteRecoveryCodes } from './recovery-code.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'

/** What an administrator can show in a second step. */
export interface Factors {
  app: AuthenticatorApp | undefined
  passkeys: readonly Passkey[]
}

/** Returns the second factors of an administrator; undefined if they have none. */
export async function findFactors(
  db: Database,
  administratorId: string,
): Promise<Factors | undefined> {
  const app = await findApp(db, administratorId)
  const passkeys = await passkeysOf(db, administratorId)
  return app || passkeys.length > 0 ? { app, passkeys } : undefined
}

/** Returns the kinds of second factor that an administrator has. */
export function kindsOf(factors: Factors | undefined): FactorKind[] {
  return [
    ...(factors && factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(factors?.app ? (['app'] as const) : []),
  ]
}

/** Returns how many second factors there are. */
export function countFactors({ app, passkeys }: Factors): number {
  return (app ? 1 : 0) + passkeys.length
}

/** Returns whether a second factor with this id is one of them. */
export function includesFactor({ app, passkeys }: Factors, id: string): boolean {
  return app?.id === id || passkeys.some((passkey) => passkey.id === id)
}

/** A second factor that was removed. `isLast`: the recovery codes were removed with it. */
export interface RemovedFactor {
  /** The name of a passkey. */
  passkey: string | undefined
  isLast: boolean
}

/** Removes one second factor, and the recovery codes with the last one. Returns undefined if it is not there. */
export async function removeFactor(
  trx: Database,
  administratorId: string,
  id: string,
): Promise<RemovedFactor | undefined> {
  await lockAdministrator(trx, administratorId)
  const factors = await findFactors(trx, administratorId)
  if (!factors || !includesFactor(factors, id)) return undefined
  const passkey = factors.passkeys.find((one) => one.id === id)
  await trx
    .deleteFrom(passkey ? 'passkey' : 'second_factor')
    .where('id', '=', id)
    .execute()
  const isLast = countFactors(factors) === 1
  if (isLast) await endFactors(trx, administratorId)
  return { passkey: passkey?.name, isLast }
}

/** Removes all second factors of an administrator and their recovery codes. Returns false if they have none. */
export async function removeFactors(trx: Database, administratorId: string): Promise<boolean> {
  await lockAdministrator(trx, administratorId)
  if (!(await findFactors(trx, administratorId))) return false
  for (const table of ['second_factor', 'passkey'] as const)
    await trx.deleteFrom(table).where('administrator_id', '=', administratorId).execute()
  await endFactors(trx, administratorId)
  return true
}

async function endFactors(trx: Database, administratorId: string): Promise<void> {
  // what was begun before would add a factor that the reset does not remove
  await endEnrolments(trx, administratorId)
  await endPasskeyAdditions(trx, administratorId)
  await deleteRecoveryCodes(trx, administratorId)
}
