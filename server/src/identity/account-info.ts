import type { Selectable } from 'kysely'
import type { Factors } from '../second-factor/factors.ts'
import { factorsInfo } from './factor-info.ts'
import type { AdministratorTable } from '../database/tables.ts'

/** Returns the answer of `accounts:lookup` for an administrator with a password. */
export function accountInfo(
  administrator: Selectable<AdministratorTable>,
  second: { factors: Factors; recoveryCodesLeft: number; isRequired: boolean } | undefined,
) {
  const { id, email, name, password_changed_at, created_at, last_sign_in_at } = administrator
  const displayName = name && { displayName: name }
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [
      {
        localId: id,
        email,
        emailVerified: administrator.email_verified_at !== null,
        ...displayName,
        providerUserInfo: [
          { providerId: 'password', federatedId: email, email, rawId: email, ...displayName },
        ],
        ...(password_changed_at && { passwordUpdatedAt: password_changed_at.getTime() }),
        validSince: String(Math.floor((password_changed_at ?? created_at).getTime() / 1000)),
        disabled: false,
        lastLoginAt: String((last_sign_in_at ?? created_at).getTime()),
        createdAt: String(created_at.getTime()),
        ...(second && {
          ...factorsInfo(second.factors),
          // our own: the hosted service has neither
          recoveryCodesLeft: second.recoveryCodesLeft,
          ...(second.isRequired && { secondFactorRequired: true }),
        }),
      },
    ],
  }
}
