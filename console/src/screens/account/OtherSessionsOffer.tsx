import { counted } from '@mandap/domain/text/counted.ts'
import { useState } from 'preact/compat'
import type { OwnSession } from '../../features/account/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import { EndSessionsDialog, isRecent } from './end-sessions.ts'

const OTHERS = ['other session', 'other sessions'] as const

/**
 * Offers to end the other sessions after a change of the second factor, which leaves them as they are. Nothing is offered
 * while `sessions` is undefined.
 */
export function OtherSessionsOffer({ sessions }: { sessions: readonly OwnSession[] | undefined }) {
  const [isEnding, setIsEnding] = useState(false)
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <>
      <div
        className={
          others > 0
            ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line p-4'
            : ''
        }
      >
        {/* there before its text, which is then announced */}
        <output className="grow basis-48">
          {others > 0 &&
            `Your second factor was changed. ${counted(others, OTHERS)} of yours ${others === 1 ? 'continues' : 'continue'}.`}
        </output>
        {others > 0 && (
          // the dialog may have returned the focus to the button before the sessions are known to have ended
          <FocusAfterRemoval>
            <Button className="whitespace-normal!" onClick={() => setIsEnding(true)}>
              End all other sessions
            </Button>
          </FocusAfterRemoval>
        )}
      </div>
      {isEnding && (
        <EndSessionsDialog
          session={null}
          count={others}
          needsProof={!isRecent(sessions)}
          onClose={() => setIsEnding(false)}
        />
      )}
    </>
  )
}
