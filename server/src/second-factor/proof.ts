import type { Database } from '../database/connection.ts'
import { type CodeCheck, consumeCode } from './app.ts'
import { consumePasskey } from './passkey.ts'
import type { ChallengeScope } from './passkey-challenge.ts'
import type { RelyingParty } from './webauthn.ts'

/** What a person shows of their second factor: a code of the app or a recovery code, or the answer of a passkey. */
export type Proof =
  | { is: 'code'; code: string }
  | { is: 'passkey'; answer: unknown; relyingParty: RelyingParty | undefined }

/** The result of checking a second factor. */
export type ProofCheck =
  | CodeCheck
  | { is: 'right'; way: 'passkey' }
  | { is: 'wrongPasskey' | 'unknownPasskey' | 'expiredPasskey' }

/** Why a second factor is refused. */
export type RefusedProof = Exclude<ProofCheck['is'], 'right'>

const CHECKS = {
  right: { is: 'right', way: 'passkey' },
  wrong: { is: 'wrongPasskey' },
  unknown: { is: 'unknownPasskey' },
  expired: { is: 'expiredPasskey' },
} as const

/** Checks a second factor and uses up its code or challenge. The caller commits also if it is refused. */
export async function consumeProof(
  trx: Database,
  scope: ChallengeScope,
  proof: Proof,
  now: Date,
): Promise<ProofCheck> {
  if (proof.is === 'code') return consumeCode(trx, scope.administratorId, proof.code, now)
  if (!proof.relyingParty) return { is: 'wrongPasskey' }
  return CHECKS[await consumePasskey(trx, proof.relyingParty, scope, proof.answer, now)]
}
