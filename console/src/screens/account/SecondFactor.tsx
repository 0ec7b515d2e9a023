import { readInstant } from '@mandap/domain/wire/read.ts'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { AddFactorDialog } from '../../features/second-factor/AddFactorDialog.tsx'
import {
  type Confirmation,
  type Factor,
  removeFactor,
  renewRecoveryCodes,
} from '../../features/second-factor/calls.ts'
import { ConfirmDialog } from '../../features/second-factor/ConfirmDialog.tsx'
import { currentToken, ownFactor } from '../../features/second-factor/queries.ts'
import { RecoveryCodesDialog } from '../../features/second-factor/RecoveryCodesDialog.tsx'
import { momentText } from '../../features/time/date-text.ts'
import { Button } from '../../ui/Button.tsx'
import { counted } from '../../ui/counted.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { AccountSection } from './AccountSection.tsx'

type Open =
  | { is: 'nothing' | 'adding' | 'removing' | 'renewing' }
  | { is: 'codes'; codes: readonly string[] }

const NOTHING: Open = { is: 'nothing' }

/** With this many recovery codes left, the section advises to make new ones. */
const LOW_CODES = 3

const CODES = ['recovery code', 'recovery codes'] as const

/** Renders the authenticator app and the recovery codes of the own account, and what changes them. */
export function SecondFactor({ email }: { email: string | undefined }) {
  const queryClient = useQueryClient()
  const factor = useQuery(ownFactor())
  const [open, setOpen] = useState(NOTHING)
  const close = () => setOpen(NOTHING)
  const enrolled = factor.data ?? null

  function changed() {
    for (const queryKey of [ownFactor().queryKey, ['activity']])
      void queryClient.invalidateQueries({ queryKey })
  }

  async function remove({ id }: Factor, confirmation: Confirmation) {
    await removeFactor(await currentToken(), id, confirmation)
    queryClient.setQueryData(ownFactor().queryKey, null)
    changed()
    close()
    showToast('success', 'Second factor removed.')
  }

  async function renew(confirmation: Confirmation) {
    const codes = await renewRecoveryCodes(await currentToken(), confirmation)
    changed()
    setOpen({ is: 'codes', codes })
  }

  return (
    <AccountSection
      title="Second factor"
      description="A code of an authenticator app on your phone, after your password."
    >
      <div className="flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
        {factor.isLoadingError ? (
          <FailureLine
            text={`The second factor could not be loaded. ${factor.error.message}`}
            retrying={factor.isFetching}
            onRetry={() => void factor.refetch()}
          />
        ) : factor.data === undefined || email === undefined ? (
          <Skeleton className="h-4 w-56 max-w-full" />
        ) : factor.data === null ? (
          <>
            <p className="font-medium">Not set up</p>
            <Button onClick={() => setOpen({ is: 'adding' })}>Set up</Button>
          </>
        ) : (
          <>
            <Enrolled factor={factor.data} />
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setOpen({ is: 'renewing' })}>New recovery codes</Button>
              <Button onClick={() => setOpen({ is: 'removing' })}>Remove</Button>
            </div>
          </>
        )}
      </div>
      {open.is === 'adding' && email !== undefined && (
        <AddFactorDialog email={email} onClose={close} />
      )}
      {open.is === 'removing' && email !== undefined && enrolled && (
        <ConfirmDialog
          title="Remove the second factor"
          description="Signing in will ask for your password alone. Your recovery codes stop working."
          action="Remove"
          look="danger"
          email={email}
          confirm={(confirmation) => remove(enrolled, confirmation)}
          onClose={close}
        />
      )}
      {open.is === 'renewing' && email !== undefined && (
        <ConfirmDialog
          title="New recovery codes"
          description="The recovery codes that you have stop working."
          action="Make new codes"
          email={email}
          confirm={renew}
          onClose={close}
        />
      )}
      {open.is === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
    </AccountSection>
  )
}

function Enrolled({ factor: { enrolledAt, recoveryCodesLeft } }: { factor: Factor }) {
  const at = readInstant(enrolledAt)
  const isFew = recoveryCodesLeft <= LOW_CODES
  return (
    <div>
      <p className="font-medium">Authenticator app</p>
      {at !== null && <p className="mt-0.5 text-sm text-ink-muted">Added {momentText(at)}</p>}
      <p className={`text-sm ${isFew ? 'text-warning-text' : 'text-ink-muted'}`}>
        {counted(recoveryCodesLeft, CODES)} left{isFew && '. Make new ones.'}
      </p>
    </div>
  )
}
