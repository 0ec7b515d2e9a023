import { type Fault, server } from './fault.ts'

/** Wrong passkeys, and tokens that outlive a new proof of who somebody is. */
export const PROOF_FAULTS: readonly Fault[] = [
  {
    name: 'a-token-of-before-the-last-proof-still-counts',
    file: 'server/src/session/live-session.ts',
    find: 'where session.id = ${sessionId} and token_serial = ${tokenSerial}',
    replace: 'where session.id = ${sessionId} and ${tokenSerial}::integer is not null',
    checks: server('account/account'),
  },
  {
    name: 'new-tokens-keep-their-number',
    file: 'server/src/session/session.ts',
    find: '.set({ token_serial: tokenSerial + 1 })',
    replace: '.set({ token_serial: tokenSerial })',
    checks: server('account/account'),
  },
  {
    name: 'replaced-tokens-can-replace-the-present-ones',
    file: 'server/src/session/session.ts',
    find: ".where('token_serial', '=', tokenSerial)",
    replace: '',
    checks: server('account/account'),
  },
  {
    name: 'a-session-without-the-required-second-factor-is-accepted',
    file: 'server/src/session/live-session.ts',
    find: 'sql`showed_factor and ${HAS_FACTOR}`',
    replace: 'HAS_FACTOR',
    checks: server('identity/first-factor'),
  },
  {
    name: 'a-sign-in-without-the-second-factor-changes-it',
    file: 'server/src/identity/own-account.ts',
    find: 'isRecent && (account.showedFactor || !(await findFactors(db, account.id)))',
    replace: 'isRecent',
    checks: server('identity/first-factor'),
  },
  {
    name: 'a-passkey-signs-in-without-its-person',
    file: 'server/src/second-factor/webauthn.ts',
    find: 'requireUserVerification: true,\n      credential: {',
    replace: 'requireUserVerification: false,\n      credential: {',
    checks: server('identity/passkey'),
  },
  {
    name: 'a-passkey-is-added-without-its-person',
    file: 'server/src/second-factor/webauthn.ts',
    find: 'requireUserVerification: true,\n      supportedAlgorithmIDs',
    replace: 'requireUserVerification: false,\n      supportedAlgorithmIDs',
    checks: server('identity/passkey'),
  },
  {
    name: 'a-copied-passkey-signs-in',
    file: 'server/src/second-factor/webauthn.ts',
    find: 'counter: passkey.signCount,',
    replace: 'counter: 0,',
    checks: server('identity/passkey'),
  },
  {
    name: 'a-challenge-for-one-act-serves-another',
    file: 'server/src/second-factor/passkey-challenge.ts',
    find: ".where('purpose', '=', purpose)",
    replace: '',
    checks: server('identity/passkey'),
  },
  {
    name: 'an-account-may-have-any-number-of-passkeys',
    file: 'server/src/second-factor/passkey.ts',
    find: "if (length >= MAX_PASSKEYS) return { is: 'tooMany' }",
    replace: '',
    checks: server('identity/passkey'),
  },
]
