import type { ResetFailure } from '../../features/session/reset-password.ts'

/** Failures for which the person needs another link. */
export const LINK_FAILURES = {
  expired: {
    title: 'This link has expired',
    reason: 'For security, a link works for a limited time.',
  },
  invalid: {
    title: 'This link no longer works',
    reason:
      'It has been used, the password has changed since, or part of the link is missing. If you have just chosen a password, try to sign in with it.',
  },
  disabled: {
    title: 'This account is disabled',
    reason: 'Ask your administrator to enable it.',
  },
} as const satisfies Partial<Record<ResetFailure, { title: string; reason: string }>>

/** Failures after which the same link can be tried again. */
const PASSING_FAILURES = {
  tooManyAttempts: {
    title: 'Too many attempts',
    advice: 'Wait 15 minutes, then try again. Your link still works until its time ends.',
  },
  unreachable: {
    title: "Can't reach the server",
    advice: 'Check your connection and try again.',
  },
  broken: {
    title: 'The server had a problem',
    advice: 'Try again in a moment.',
  },
} as const satisfies Partial<Record<ResetFailure, { title: string; advice: string }>>

export type LinkFailure = keyof typeof LINK_FAILURES

export function isLinkFailure(failure: ResetFailure): failure is LinkFailure {
  return failure in LINK_FAILURES
}

/** Returns the texts of a failure that is not the link's. */
export function passingFailure(failure: ResetFailure) {
  return failure === 'tooManyAttempts' || failure === 'unreachable'
    ? PASSING_FAILURES[failure]
    : PASSING_FAILURES.broken
}
