import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { isRemoteRequest } from '../http/remote-request.ts'
import { clearCounter, countedAddress, refundAttempt } from '../rate-limit/rate-limit.ts'
import { findFactors } from '../second-factor/factors.ts'
import { findBySignInEmail, foldEmail } from '../session/administrator.ts'
import { DEMONSTRATION_REFUSED, isDemonstrationPassword } from '../session/demonstration.ts'
import { findDevice } from '../session/device.ts'
import { ID_TOKEN_SECONDS, signIdToken } from '../session/id-token.ts'
import { hashPassword, isOutdated } from '../session/password.ts'
import { isKnownAddress, startSession } from '../session/session.ts'
import {
  allowAttempt,
  fields,
  setDeviceCookie,
  type Identity,
  requiredEmail,
  text,
} from './identity-call.ts'
import { failuresOf, recordFailedSignIn, recordLockOut } from './failed-sign-in.ts'
import { IdentityError } from './identity-error.ts'
import { secondStepAnswer } from './second-step.ts'
import { signInCounters } from './sign-in-limits.ts'

/** Handles `accounts:signInWithPassword`. */
export async function signInWithPassword(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, now, later } = identity
  const body = fields(request)
  const email = requiredEmail(body)
  const password = text(body['password'])
  if (!password) throw new IdentityError('MISSING_PASSWORD')

  const emailFolded = foldEmail(email)
  const address = countedAddress(request.ip)
  const { cookie: cookies } = request.headers
  const device = await findDevice(db, { emailFolded, cookies }, now())
  const isKnown = !device && (await isKnownAddress(db, emailFolded, address, now()))
  const counters = signInCounters({ emailFolded, address, isKnownAddress: isKnown, device })
  // a server that cannot sign tokens must neither count an attempt nor start a session that nobody can use
  await identity.keys.current()
  await allowAttempt(identity, counters).catch((error: unknown) => {
    later(recordLockOut(identity, email, address, counters))
    throw error
  })

  const administrator = await findBySignInEmail(db, email)
  const passwordHash = administrator?.password_hash
  const fits = await identity.isPassword(passwordHash, password)
  if (!administrator || !passwordHash || !fits) {
    later(recordFailedSignIn(identity, email, address))
    throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  }
  if (administrator.disabled_at) throw new IdentityError('USER_DISABLED')
  if (isDemonstrationPassword(password) && isRemoteRequest(request))
    throw demonstrationRefused(identity, administrator.email)

  const factors =
    identity.secondFactor === 'off' ? undefined : await findFactors(db, administrator.id)
  if (factors) {
    await refundSignIn(db)
    return secondStepAnswer(identity, administrator, passwordHash, factors)
  }
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : undefined
  const userAgent = request.headers['user-agent']
  const withoutFactor = identity.secondFactor !== 'off'
  const checked = {
    administratorId: administrator.id,
    passwordHash,
    newHash,
    device,
    userAgent,
    withoutFactor,
    beforeEntry: refundSignIn,
  }
  const session = await startSession(db, checked, address, now())
  if (!session) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  const { deviceToken } = session
  setDeviceCookie(identity, reply, { administratorId: administrator.id, deviceToken })

  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: session.administrator.id,
    email: session.administrator.email,
    displayName: session.administrator.name,
    idToken: await signIdToken(identity.keys, identity.publicUrl, session, now()),
    registered: true,
    refreshToken: session.refreshToken,
    expiresIn: String(ID_TOKEN_SECONDS),
    // until a second factor is added, no other call accepts the token
    ...(identity.secondFactor === 'required' && { mfaEnrollmentRequired: true }),
  }

  async function refundSignIn(trx: Database) {
    await refundAttempt(trx, counters)
    const narrowest = counters.at(-1)
    if (narrowest) await clearCounter(trx, narrowest)
    await clearCounter(trx, failuresOf('failSignIn', email))
  }
}

function demonstrationRefused({ log }: Identity, email: string): IdentityError {
  log.warn(
    `Refused a sign-in of ${email} from another machine, because the password is that of the demonstration. ` +
      `Choose another with "npm run admin -- password ${email}". Then set PUBLIC_URL to the address ` +
      'that browsers use, and ADMIN_PASSWORD.',
  )
  return new IdentityError(DEMONSTRATION_REFUSED, { status: 403, grpcStatus: 'PERMISSION_DENIED' })
}
