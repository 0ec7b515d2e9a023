import { isRecentSignIn } from '@mandap/domain/session/recent-sign-in.ts'
import type { OwnSession } from '../../features/account/queries.ts'
import { session as browserSession } from '../../features/session/current.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'

export const EndSessionsDialog = dialogOnDemand(
  'End sessions',
  async () => (await import('./EndSessionsDialog.tsx')).EndSessionsDialog,
)

/** Returns whether this session has just signed in, so that ending others needs no other proof. */
export function isRecent(sessions: readonly OwnSession[] | undefined): boolean {
  const signedInAt = sessions?.find(({ isCurrent }) => isCurrent)?.signedInAt ?? ''
  return isRecentSignIn(Date.parse(signedInAt), browserSession.issuerNow())
}
