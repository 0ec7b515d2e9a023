import { readRow } from '../database/one-row.ts'
import type { AttemptCounter } from '../rate-limit/rate-limit.ts'
import { findFactors } from '../second-factor/factors.ts'
import { recoveryCodesLeft } from '../second-factor/recovery-code.ts'
import { ID_TOKEN_SECONDS, PROJECT_ID, readIdToken, signIdToken } from '../session/id-token.ts'
import { liveSession } from '../session/live-session.ts'
import { refreshSession, sessionOfRefreshToken } from '../session/session.ts'
import { accountInfo } from './account-info.ts'
import { allowAttempt, type Fields, type Identity, text } from './identity-call.ts'
import { IdentityError } from './identity-error.ts'
import { acceptedSessions } from './own-account.ts'

/** Handles `accounts:lookup`. */
export async function lookup(identity: Identity, body: Fields) {
  const { db, keys, publicUrl, now, callLimit } = identity
  const idToken = text(body['idToken'])
  if (!idToken) throw new IdentityError('MISSING_ID_TOKEN')
  const reading = await readIdToken(keys, publicUrl, idToken, now())
  if (reading.state !== 'valid') throw new IdentityError('INVALID_ID_TOKEN')
  const session = await readRow(db, liveSession(reading, now(), acceptedSessions(identity)))
  // the SDK signs out on this code
  if (!session) throw new IdentityError('TOKEN_EXPIRED')
  callLimit?.countFirst(session, true)
  const row = await db
    .selectFrom('administrator')
    .selectAll()
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  const factors = await findFactors(db, row.id)
  const left = factors ? await recoveryCodesLeft(db, row.id) : 0
  const isRequired = identity.secondFactor === 'required'
  return accountInfo(row, factors && { factors, recoveryCodesLeft: left, isRequired })
}

/** Handles the token service, which exchanges a refresh token for an ID token. */
export async function exchangeToken(identity: Identity, body: Fields, address: string) {
  const { db, keys, publicUrl, now } = identity
  const grantType = text(body['grant_type'] ?? body['grantType'])
  if (!grantType) throw new IdentityError('MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
  const token = text(body['refresh_token'] ?? body['refreshToken'])
  if (!token) throw new IdentityError('MISSING_REFRESH_TOKEN')
  const sessionId = await sessionOfRefreshToken(db, token)
  // attempts with a known token are not counted by address: guesses must not stop a session's renewal
  const counter: AttemptCounter = sessionId
    ? { limit: 'refreshBySession', subject: sessionId }
    : { limit: 'refreshByAddress', subject: address }
  await allowAttempt(identity, [counter])

  // a server that cannot sign tokens must not use up the refresh token
  await keys.current()
  const refresh = await refreshSession(db, token, now())
  if (refresh.outcome === 'reused')
    identity.log.warn(
      { administrator: refresh.administratorId },
      'A refresh token was used twice, so the server ended its session.',
    )
  if (refresh.outcome === 'unknown') throw new IdentityError('INVALID_REFRESH_TOKEN')
  if (refresh.outcome === 'disabled') throw new IdentityError('USER_DISABLED')
  if (refresh.outcome !== 'refreshed') throw new IdentityError('TOKEN_EXPIRED')
  const idToken = await signIdToken(keys, publicUrl, refresh, now())
  return {
    access_token: idToken,
    expires_in: String(ID_TOKEN_SECONDS),
    token_type: 'Bearer',
    refresh_token: refresh.refreshToken,
    id_token: idToken,
    user_id: refresh.administrator.id,
    project_id: PROJECT_ID,
  }
}
