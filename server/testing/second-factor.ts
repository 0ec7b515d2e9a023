import { Secret } from 'otpauth'
import type { Database } from '../src/database/connection.ts'
import { finishEnrolment, startEnrolment } from '../src/second-factor/app.ts'
import { addPasskey } from '../src/second-factor/passkey.ts'
import { createPasskeyChallenge } from '../src/second-factor/passkey-challenge.ts'
import { codeAt } from '../src/second-factor/totp.ts'
import { relyingPartyOf } from '../src/second-factor/webauthn.ts'
import { findAdministrator } from '../src/session/administrator.ts'
import { noteFactor } from '../src/session/shown-factor.ts'
import { authenticator } from './authenticator.ts'
import { ASHA, type identityServer } from './identity.ts'

/** A code that the app of `addFactor` does not show. */
export const WRONG_CODE = '000000'

/**
 * Returns whether all codes of a secret differ from each other and from the wrong one, from two minutes before `now` until
 * twenty minutes after. With a few of the random secrets, they do not.
 */
export function hasDistinctCodes(secret: Buffer, now: Date): boolean {
  const codes = Array.from({ length: 44 }, (_, period) =>
    codeAt(secret, new Date(now.getTime() + (period - 4) * 30_000)),
  )
  return new Set([WRONG_CODE, ...codes]).size === codes.length + 1
}

/** Returns the code that an app with the key shows. */
export function appCode(key: string, now: Date): string {
  return codeAt(keyBytes(key), now)
}

/** Returns the secret that a key stands for. */
export function keyBytes(key: string): Buffer {
  return Buffer.from(Secret.fromBase32(key).bytes)
}

/**
 * Adds a second factor to an administrator, as if their open sessions had shown it. Returns its recovery codes and a function that
 * returns codes.
 */
export async function addFactor(db: Database, administratorId: string, now: Date) {
  const start = () => startEnrolment(db, administratorId, now)
  let enrolment = await start()
  while (!hasDistinctCodes(enrolment.secret, now)) enrolment = await start()
  const { id, secret } = enrolment
  // the period of this code is used up, so that a test can use the present one
  const earlier = new Date(now.getTime() - 60_000)
  const code = codeAt(secret, earlier)
  const recoveryCodes = await db
    .transaction()
    .execute((trx) => finishEnrolment(trx, administratorId, { id, code }, earlier))
  if (typeof recoveryCodes === 'string') throw new Error(`The enrolment is ${recoveryCodes}.`)
  await noteFactors(db, administratorId)
  return { recoveryCodes, code: (at: Date) => codeAt(secret, at) }
}

/**
 * Adds a passkey to an administrator, as if their open sessions had shown it. Returns the authenticator, and recovery codes with
 * the first second factor.
 */
export async function addPasskeyOf(
  db: Database,
  administratorId: string,
  publicUrl: string,
  now: Date,
) {
  const relyingParty = relyingPartyOf(publicUrl)
  if (!relyingParty) throw new Error(`${publicUrl} has no passkeys.`)
  const scope = { administratorId, purpose: 'add', boundTo: 'test' } as const
  const challenge = await createPasskeyChallenge(db, scope, now)
  const device = authenticator(relyingParty.origin)
  const answer = device.create({ challenge, rp: { id: relyingParty.id } })
  const added = await db
    .transaction()
    .execute((trx) => addPasskey(trx, relyingParty, scope, { name: 'Laptop', answer }, now))
  if (added.is !== 'added') throw new Error(`The passkey is ${added.is}.`)
  await noteFactors(db, administratorId)
  return { device, recoveryCodes: added.codes }
}

/**
 * Adds a second factor to Asha, and enters her password. Returns the body of the call that finishes the sign-in with a
 * recovery code.
 */
export async function secondStepOf(server: Awaited<ReturnType<typeof identityServer>>) {
  const asha = await findAdministrator(server.db, ASHA.email)
  const { recoveryCodes } = await addFactor(server.db, asha?.id ?? '', server.now())
  const { mfaPendingCredential, mfaInfo } = (await server.signIn()).body
  return {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: recoveryCodes[0] },
  }
}

async function noteFactors(db: Database, administratorId: string): Promise<void> {
  const ofAdministrator = db
    .selectFrom('session')
    .select('id')
    .where('administrator_id', '=', administratorId)
  for (const { id } of await ofAdministrator.execute()) await noteFactor(db, id)
}
