import { OTP_ATTEMPTS, OTP_MINUTES } from '@mandap/domain/super-admin/elevation.ts'
import { maskPhone, WRONG_OTP } from '@mandap/domain/super-admin/elevation.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { SignedIn } from '../session/bearer.ts'
import { newSecret, secretHash } from '../session/secret.ts'
import { WRONG_CODE } from '@mandap/domain/session/second-factor.ts'
import type { ChallengeScope } from '../second-factor/passkey-challenge.ts'
import { type AttemptCounter, refundAttempt } from '../rate-limit/rate-limit.ts'
import { consumeProof, type Proof, type RefusedProof } from '../second-factor/proof.ts'
import { recoveryCodesLeft } from '../second-factor/recovery-code.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'
import { type Grant, grantElevation } from './elevation.ts'
import { isOtp, otpHash } from './otp.ts'
import { recordElevation } from './audit-entry.ts'
import { phoneHash, verifyPhone } from './verified-phone.ts'

export interface Challenge {
  id: string
  expiresAt: Date
}

interface NewChallenge {
  phone: string
  otp: string
  /** Whether the first right OTP only verifies the phone. */
  needsVerification: boolean
}

/** Creates a challenge for the session with this OTP, and ends earlier ones. */
export function createChallenge(
  db: Database,
  { id: administratorId, sessionId }: SignedIn,
  { phone, otp, needsVerification }: NewChallenge,
  now: Date,
): Promise<Challenge> {
  const id = newSecret()
  const expiresAt = new Date(now.getTime() + OTP_MINUTES * 60_000)
  return db.transaction().execute(async (trx) => {
    // one after the other, so that each ends the one before it
    await lockAdministrator(trx, administratorId)
    await trx
      .updateTable('otp_challenge')
      .set({ ended_at: now })
      .where('administrator_id', '=', administratorId)
      .where('ended_at', 'is', null)
      .execute()
    await trx
      .insertInto('otp_challenge')
      .values({
        id_hash: secretHash(id),
        administrator_id: administratorId,
        session_id: sessionId,
        phone: maskPhone(phone),
        phone_hash: needsVerification ? phoneHash(administratorId, phone) : null,
        otp_hash: otpHash(id, otp),
        created_at: now,
        expires_at: expiresAt,
        ended_at: null,
      })
      .execute()
    return { id, expiresAt }
  })
}

/** Ends a challenge whose OTP was not sent. */
export async function endChallenge(db: Database, challengeId: string, now: Date): Promise<void> {
  await db
    .updateTable('otp_challenge')
    .set({ ended_at: now })
    .where('id_hash', '=', secretHash(challengeId))
    .where('ended_at', 'is', null)
    .execute()
}

/** Why an OTP is refused: it is wrong, or the second factor is refused. */
export type RefusedOtp = 'wrongOtp' | RefusedProof

/** The result of checking an OTP. `recoveryCodesLeft` is null unless a recovery code was used with it. */
export type OtpCheck =
  | { is: RefusedOtp; attemptsLeft: number }
  | { is: 'expired' }
  | (RightOtp & { recoveryCodesLeft: number | null })

/** What a right OTP does. */
type RightOtp = { is: 'right'; grant: Grant } | { is: 'phoneVerified' }

/** What is entered to turn Super Admin on. */
export interface EnteredOtp {
  challengeId: string
  otp: string
  /** The second factor, if it is required; otherwise undefined. */
  proof: Proof | undefined
  /** The counters that a right OTP does not count against. */
  counters: readonly AttemptCounter[]
}

/** Returns where the challenge for the passkey of an elevation may be answered. */
function elevationScope({ id, sessionId }: SignedIn): ChallengeScope {
  return { administratorId: id, purpose: 'elevate', boundTo: sessionId }
}

/**
 * Checks an OTP and the second factor, and records the elevation or the failure. The first right OTP that was sent to a phone
 * for an administrator only verifies the phone, if that is needed: until then nobody knows that it is theirs. Counts the
 * attempt on the locked row before the check, so that parallel guesses share the five attempts.
 */
export function checkOtp(
  db: Database,
  administrator: SignedIn,
  { challengeId, otp, proof, counters }: EnteredOtp,
  now: Date,
): Promise<OtpCheck> {
  return db.transaction().execute(async (trx): Promise<OtpCheck> => {
    const row = await trx
      .updateTable('otp_challenge')
      .set({ tries: sql`tries + 1` })
      .where('id_hash', '=', secretHash(challengeId))
      .where('administrator_id', '=', administrator.id)
      .where('session_id', '=', administrator.sessionId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('tries', '<', OTP_ATTEMPTS)
      .returning(['otp_hash', 'tries', 'phone', 'phone_hash'])
      .executeTakeFirst()
    if (!row) {
      const reason = 'The OTP had expired or was used up'
      await recordElevation(trx, administrator, { kind: 'failElevation', reason })
      return { is: 'expired' }
    }
    const { tries, phone } = row
    if (!isOtp(challengeId, otp, row.otp_hash)) {
      const failure = { kind: 'failElevation', phone, reason: WRONG_OTP } as const
      await recordElevation(trx, administrator, failure)
      return { is: 'wrongOtp', attemptsLeft: OTP_ATTEMPTS - tries }
    }
    let usesRecoveryCode = false
    if (proof !== undefined) {
      const check = await consumeProof(trx, elevationScope(administrator), proof, now)
      if (check.is !== 'right') {
        const reason = proof.is === 'code' ? WRONG_CODE : 'The passkey was refused.'
        await recordElevation(trx, administrator, { kind: 'failElevation', phone, reason })
        return { is: check.is, attemptsLeft: OTP_ATTEMPTS - tries }
      }
      usesRecoveryCode = check.way === 'recovery'
    }
    await endChallenge(trx, challengeId, now)
    await refundAttempt(trx, counters)
    const outcome = await verifyOrGrant(trx, administrator, row, now)
    // last, because the grant locks the session, and the end of a session locks it before the audit log
    if (usesRecoveryCode) await recordAccount(trx, 'useRecoveryCode', administrator)
    const left = usesRecoveryCode ? await recoveryCodesLeft(trx, administrator.id) : null
    return { ...outcome, recoveryCodesLeft: left }
  })
}

/** Verifies the phone if that is needed, and otherwise gives a grant. Records which. */
async function verifyOrGrant(
  trx: Database,
  administrator: SignedIn,
  { phone, phone_hash }: { phone: string; phone_hash: Buffer | null },
  now: Date,
): Promise<RightOtp> {
  if (phone_hash && (await verifyPhone(trx, administrator.id, phone_hash, now))) {
    const reason = 'The first OTP only verified the phone'
    await recordElevation(trx, administrator, { kind: 'failElevation', phone, reason })
    return { is: 'phoneVerified' }
  }
  return { is: 'right', grant: await grantElevation(trx, administrator, phone, now) }
}
