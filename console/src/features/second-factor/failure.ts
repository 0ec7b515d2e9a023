import {
  EXPIRED_PASSKEY,
  factorCodeFrom,
  MAX_PASSKEYS,
  UNKNOWN_PASSKEY,
  USED_CODE,
  WRONG_PASSKEY,
} from '@mandap/domain/session/second-factor.ts'
import { IDENTITY_FAILURES, type IdentityFailure } from '../session/identity-call.ts'

/** Why a call of the second factor failed, for failures that the person can act on. */
export type FactorFailure =
  | IdentityFailure
  | 'wrongCode'
  | 'usedCode'
  | 'wrongPassword'
  | 'ended'
  | 'removed'
  | 'exists'
  | 'newFactor'
  | 'unknownFactor'
  | 'wrongPasskey'
  | 'unknownPasskey'
  | 'expiredPasskey'
  | 'cancelledPasskey'
  | 'passkeyExists'
  | 'tooManyPasskeys'
  | 'noPasskeys'
  | 'passkeyAddress'
  | 'unverifiedPasskey'
  | 'notLoaded'
  | 'tooManyAttempts'
  | 'signedOut'

export const FACTOR_FAILURES: Readonly<Record<FactorFailure, string>> = {
  ...IDENTITY_FAILURES,
  // the server accepts codes of a clock that differs by 30 s
  wrongCode:
    'This code is wrong. Enter the code that the app shows now. If it stays wrong, let the phone set its time automatically.',
  usedCode: USED_CODE,
  wrongPassword: 'The password is wrong.',
  ended: 'This took too long. Begin again.',
  removed: 'This second factor is no longer there. Reload this page.',
  exists: 'Your account has an authenticator app already. Reload this page.',
  newFactor: 'Your account has a second factor by now. Confirm the change with it too.',
  unknownFactor:
    'Your account has a second factor that this page does not know yet. Reload this page.',
  wrongPasskey: WRONG_PASSKEY,
  unknownPasskey: UNKNOWN_PASSKEY,
  expiredPasskey: EXPIRED_PASSKEY,
  cancelledPasskey: 'The passkey was not used: it was cancelled, or took too long. Try again.',
  passkeyExists: 'This device already has a passkey for your account. Use another device or key.',
  tooManyPasskeys: `Your account has ${MAX_PASSKEYS} passkeys. Remove one first.`,
  noPasskeys: 'This browser cannot use passkeys. Use another way, or another browser.',
  passkeyAddress: 'Passkeys do not work at this address of the console.',
  unverifiedPasskey:
    'This device cannot check that it is you. Set up a PIN, fingerprint or face on it, or use another one.',
  // a browser does not load a failed chunk again
  notLoaded: 'Passkeys could not be loaded. Check your connection and reload this page.',
  tooManyAttempts: 'Too many wrong attempts. Wait a few minutes and try again.',
  signedOut: 'Your session has ended. Sign in again.',
}

const RECOVERY_CODE_FAILURES: Partial<Record<FactorFailure, string>> = {
  wrongCode: 'This recovery code is wrong.',
  usedCode: 'This recovery code was already used. Use another one.',
}

/** Returns what a person reads after a failed call with a code that they typed: of the app, or a recovery code. */
export function codeFailureText(failure: FactorFailure, typed: string): string {
  const ofRecovery =
    factorCodeFrom(typed)?.is === 'recovery' ? RECOVERY_CODE_FAILURES[failure] : undefined
  return ofRecovery ?? FACTOR_FAILURES[failure]
}

/** A failed call of the second factor, or a passkey that was not used. */
export class FactorError extends Error {
  override readonly name = 'FactorError'
  readonly failure: FactorFailure
  constructor(failure: FactorFailure, cause?: unknown) {
    super(FACTOR_FAILURES[failure], { cause })
    this.failure = failure
  }
}

/** Returns whether a code was rejected, and not the call. */
export function isAboutCode(failure: FactorFailure): boolean {
  return failure === 'wrongCode' || failure === 'usedCode'
}

/** Returns why a call failed. */
export function failureOf(error: unknown): FactorFailure {
  return error instanceof FactorError ? error.failure : 'broken'
}
