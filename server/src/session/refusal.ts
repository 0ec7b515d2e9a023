import { HttpError } from '../http/http-error.ts'
import type { Bearer } from './bearer.ts'

/** Returns the error that answers a request whose session has ended. */
export function sessionExpired(): HttpError {
  return new HttpError(401, 'SESSION_EXPIRED', 'Your session has ended. Sign in again.')
}

/** Returns the error that answers a request without a session. */
export function refusal(bearer: Exclude<Bearer, { state: 'signedIn' }> | undefined): HttpError {
  switch (bearer?.state) {
    case 'expired':
    case 'ended':
      return sessionExpired()
    case 'notAdministrator':
      return new HttpError(403, 'NOT_AN_ADMINISTRATOR', bearer.why)
    case 'unreachable':
      return new HttpError(
        503,
        'IDENTITY_UNREACHABLE',
        'The sign-in service does not answer. Try again in a minute.',
        { cause: bearer.cause },
      )
    default:
      return new HttpError(401, 'SIGN_IN_REQUIRED', 'Sign in to continue.')
  }
}
