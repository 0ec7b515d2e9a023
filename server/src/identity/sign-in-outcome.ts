import type { SignInOutcome, Workload } from '../metrics/workload.ts'
import { IdentityError } from './identity-error.ts'

/** Runs a call that may sign an administrator in, and counts how it ended. */
export async function countSignIn<T extends object>(
  { signIns }: Pick<Workload, 'signIns'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await call()
    signIns['mfaPendingCredential' in answer ? 'asksSecondFactor' : 'signedIn'] += 1
    return answer
  } catch (error) {
    signIns[outcomeOf(error)] += 1
    throw error
  }
}

function outcomeOf(error: unknown): SignInOutcome {
  if (!(error instanceof IdentityError)) return 'failed'
  switch (error.message.split(' ', 1)[0]) {
    case 'INVALID_LOGIN_CREDENTIALS':
      return 'wrongPassword'
    case 'INVALID_CODE':
    case 'INVALID_PASSKEY':
    case 'PASSKEY_NOT_FOUND':
      return 'wrongSecondFactor'
    case 'USER_DISABLED':
      return 'disabled'
    case 'TOO_MANY_ATTEMPTS_TRY_LATER':
      return 'limited'
    default:
      return 'invalid'
  }
}
