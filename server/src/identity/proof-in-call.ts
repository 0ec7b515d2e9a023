import { USED_CODE } from '@mandap/domain/session/second-factor.ts'
import type { AttemptCounter } from '../rate-limit/rate-limit.ts'
import type { Proof, RefusedProof } from '../second-factor/proof.ts'
import { relyingPartyOf } from '../second-factor/webauthn.ts'
import { type Fields, type Identity, text } from './identity-call.ts'
import { IdentityError } from './identity-error.ts'

/** The errors of the protocol for a refused second factor. Those of passkeys are our own. */
const ERRORS: Readonly<Record<RefusedProof, string>> = {
  wrong: 'INVALID_CODE',
  used: `INVALID_CODE : ${USED_CODE}`,
  wrongPasskey: 'INVALID_PASSKEY',
  unknownPasskey: 'PASSKEY_NOT_FOUND',
  expiredPasskey: 'PASSKEY_EXPIRED',
}

export function refusedProof(why: RefusedProof): IdentityError {
  return new IdentityError(ERRORS[why])
}

/**
 * The counter of the passwords and second factors that are given in a session. It is not that of the sign-in: a thief of a
 * session must not lock its owner out.
 */
export function factorCounter({ sessionId }: { sessionId: string }): AttemptCounter {
  return { limit: 'factorBySession', subject: sessionId }
}

/**
 * The counters of what a person gives in a session to confirm a change. All sessions of an account in which no second factor was
 * shown share one, because a password starts any number of them.
 */
export function confirmationCounters(account: {
  id: string
  sessionId: string
  showedFactor: boolean
}): AttemptCounter[] {
  const bySession = factorCounter(account)
  return account.showedFactor
    ? [bySession]
    : [bySession, { limit: 'confirmationByAccount', subject: account.id }]
}

/** Returns the answer of a passkey in a call; undefined if there is none. */
export function passkeyProof({ publicUrl }: Identity, body: Fields): Proof | undefined {
  const answer = body['authenticatorAuthenticationResponse']
  if (answer === undefined) return undefined
  return { is: 'passkey', answer, relyingParty: relyingPartyOf(publicUrl) }
}

/** Returns the second factor in a call: the answer of a passkey, or a code. */
export function proofIn(identity: Identity, body: Fields): Proof {
  return passkeyProof(identity, body) ?? { is: 'code', code: text(body['verificationCode']) }
}
