import type { Factors } from '../second-factor/factors.ts'

/**
 * Returns the second factors of an account. `mfaInfo` is that of Identity Toolkit; `passkeyInfo` is apart from it, so that
 * the `firebase/auth` SDK, which knows no passkeys, ignores them.
 */
export function factorsInfo({ app, passkeys }: Factors) {
  return {
    ...(app && {
      mfaInfo: [
        { mfaEnrollmentId: app.id, enrolledAt: app.enrolledAt.toISOString(), totpInfo: {} },
      ],
    }),
    ...(passkeys.length > 0 && {
      passkeyInfo: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        mfaEnrollmentId: id,
        displayName: name,
        enrolledAt: createdAt.toISOString(),
        ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
      })),
    }),
  }
}
