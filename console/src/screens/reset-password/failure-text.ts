import { minutesText } from '@mandap/domain/time/minutes-text.ts'
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
} as const satisfies Partial<Record<ResetFailure['failure'], { title: string; reason: string }>>

export type LinkFailure = keyof typeof LINK_FAILURES

export function isLinkFailure(failure: ResetFailure['failure']): failure is LinkFailure {
  return failure in LINK_FAILURES
}

/** Returns the texts of a failure after which the same link can be tried again. */
export function passingFailure({ failure, retryAfter }: ResetFailure) {
  switch (failure) {
    case 'tooManyAttempts':
      return {
        title: 'Too many attempts',
        hint: `${waitText(retryAfter)} Your link still works until its time ends.`,
      }
    case 'unreachable':
      return {
        title: "Can't reach the server",
        hint: 'Check your connection and try again.',
      }
    default:
      return { title: 'The server had a problem', hint: 'Try again in a moment.' }
  }
}

function waitText(retryAfter: number | undefined): string {
  return retryAfter === undefined
    ? 'Wait a few minutes, then try again.'
    : `Try again in ${minutesText(retryAfter)}.`
}
