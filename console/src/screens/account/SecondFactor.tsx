import { type FactorKind } from '@mandap/domain/session/second-factor.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { type ReactNode, useState } from 'preact/compat'
import { AddAppDialog } from '../../features/second-factor/AddAppDialog.tsx'
import { AddPasskeyDialog } from '../../features/second-factor/AddPasskeyDialog.tsx'
import {
  type App,
  type Confirmation,
  type Factors,
  kindsOf,
  type Passkey,
  removeFactor,
  renewRecoveryCodes,
} from '../../features/second-factor/calls.ts'
import { ConfirmDialog } from '../../features/second-factor/ConfirmDialog.tsx'
import { whyNoPasskeys } from '../../features/second-factor/passkey.ts'
import { ownFactors } from '../../features/second-factor/queries.ts'
import { RecoveryCodesDialog } from '../../features/second-factor/RecoveryCodesDialog.tsx'
import { momentText } from '../../features/time/date-text.ts'
import { Button } from '../../ui/Button.tsx'
import { counted } from '../../ui/counted.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { AccountSection } from './AccountSection.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'

type Open =
  | { is: 'nothing' | 'addingApp' | 'addingPasskey' | 'removingApp' | 'renewing' }
  | { is: 'removingPasskey' | 'renaming'; passkey: Passkey }
  | { is: 'codes'; codes: readonly string[] }

const NOTHING: Open = { is: 'nothing' }

/** With this many recovery codes left, the section advises to make new ones. */
const LOW_CODES = 3

const CODES = ['recovery code', 'recovery codes'] as const

/** Renders the passkeys, the authenticator app and the recovery codes of the own account, and what changes them. */
export function SecondFactor({ email }: { email: string | undefined }) {
  const factors = useQuery(ownFactors())
  const [open, setOpen] = useState(NOTHING)
  const { data } = factors
  return (
    <AccountSection
      title="Second factor"
      description="A passkey, or a code of an authenticator app on your phone, after your password."
    >
      {factors.isLoadingError ? (
        <div className="p-4">
          <FailureLine
            text={`The second factor could not be loaded. ${factors.error.message}`}
            retrying={factors.isFetching}
            onRetry={() => void factors.refetch()}
          />
        </div>
      ) : (
        <ul aria-label="Second factors" className="divide-y divide-line">
          {data === undefined || email === undefined ? (
            <>
              <RowSkeleton />
              <RowSkeleton />
            </>
          ) : (
            <FactorRows factors={data} onOpen={setOpen} />
          )}
        </ul>
      )}
      {data !== undefined && email !== undefined && (
        <OpenDialog open={open} factors={data} email={email} onOpen={setOpen} />
      )}
    </AccountSection>
  )
}

function FactorRows({ factors, onOpen }: { factors: Factors; onOpen: (open: Open) => void }) {
  const { app, passkeys, recoveryCodesLeft } = factors
  const whyNot = whyNoPasskeys()
  return (
    <>
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          icon="key"
          title={<bdi>{passkey.name}</bdi>}
          notes={[`Passkey · ${addedText(passkey)}`, usedText(passkey)]}
        >
          <Button
            aria-label={`Rename ${passkey.name}`}
            onClick={() => onOpen({ is: 'renaming', passkey })}
          >
            Rename
          </Button>
          <Button
            aria-label={`Remove ${passkey.name}`}
            onClick={() => onOpen({ is: 'removingPasskey', passkey })}
          >
            Remove
          </Button>
        </Row>
      ))}
      <Row
        icon="key"
        title={passkeys.length === 0 ? 'Passkey' : 'Another passkey'}
        notes={[whyNot ?? 'The fingerprint, face or PIN of a device, or a security key.']}
      >
        {whyNot === null && (
          <Button onClick={() => onOpen({ is: 'addingPasskey' })}>Add a passkey</Button>
        )}
      </Row>
      <Row icon="mobile" title="Authenticator app" notes={[app ? addedText(app) : 'Not set up']}>
        {app ? (
          <Button aria-label="Remove the app" onClick={() => onOpen({ is: 'removingApp' })}>
            Remove
          </Button>
        ) : (
          <Button onClick={() => onOpen({ is: 'addingApp' })}>Set up</Button>
        )}
      </Row>
      {(app || passkeys.length > 0) && (
        <Row
          icon="document"
          title="Recovery codes"
          notes={[<CodesLeft key="left" left={recoveryCodesLeft} />]}
        >
          <Button onClick={() => onOpen({ is: 'renewing' })}>New recovery codes</Button>
        </Row>
      )}
    </>
  )
}

function Row({
  icon,
  title,
  notes,
  children,
}: {
  icon: IconName
  title: ReactNode
  notes: readonly ReactNode[]
  children?: ReactNode
}) {
  return (
    <li className="flex gap-3 p-4">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-neutral-soft text-ink-muted">
        <Icon name={icon} className="size-4.5" />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <p className="font-medium wrap-anywhere">{title}</p>
          {notes.map((note, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the notes have a fixed order
            <p key={index} className="text-sm text-ink-muted">
              {note}
            </p>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </li>
  )
}

function RowSkeleton() {
  return (
    <li className="flex items-center gap-3 p-4">
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <Skeleton className="h-4 w-56 max-w-full" />
    </li>
  )
}

function CodesLeft({ left }: { left: number }) {
  const isFew = left <= LOW_CODES
  return (
    <span className={isFew ? 'text-warning-text' : undefined}>
      {counted(left, CODES)} left{isFew && '. Make new ones.'}
    </span>
  )
}

function addedText({ enrolledAt }: App): string {
  const at = readInstant(enrolledAt)
  return at === null ? 'Added' : `Added ${momentText(at)}`
}

function usedText({ lastUsedAt }: Passkey): string {
  const at = readInstant(lastUsedAt)
  return at === null ? 'Not used yet' : `Last used ${momentText(at)}`
}

/** Renders the open dialog, and makes the change that it confirms. */
function OpenDialog({
  open,
  factors,
  email,
  onOpen,
}: {
  open: Open
  factors: Factors
  email: string
  onOpen: (open: Open) => void
}) {
  const queryClient = useQueryClient()
  const close = () => onOpen(NOTHING)
  const kinds: readonly FactorKind[] = kindsOf(factors)
  const dialog = { email, kinds, onClose: close }

  function changed() {
    for (const queryKey of [ownFactors().queryKey, ['activity']])
      void queryClient.invalidateQueries({ queryKey })
  }

  /** Shows the recovery codes that came with the first second factor. */
  function added(codes: readonly string[], said: string) {
    changed()
    onOpen(codes.length > 0 ? { is: 'codes', codes } : NOTHING)
    if (codes.length === 0) showToast('success', said)
  }

  async function remove(id: string, confirmation: Confirmation, said: string) {
    await removeFactor(id, confirmation)
    queryClient.setQueryData(ownFactors().queryKey, without(factors, id))
    changed()
    close()
    showToast('success', said)
  }

  async function renew(confirmation: Confirmation) {
    const codes = await renewRecoveryCodes(confirmation)
    changed()
    onOpen({ is: 'codes', codes })
  }

  switch (open.is) {
    case 'nothing':
      return null
    case 'addingApp':
      return (
        <AddAppDialog {...dialog} onAdded={(codes) => added(codes, 'Authenticator app added.')} />
      )
    case 'addingPasskey':
      return <AddPasskeyDialog {...dialog} onAdded={(codes) => added(codes, 'Passkey added.')} />
    case 'removingApp':
      return (
        <ConfirmDialog
          {...dialog}
          title="Remove the authenticator app?"
          description={effectOfRemoval(factors)}
          action="Remove"
          look="danger"
          confirm={(confirmation) =>
            remove(factors.app?.id ?? '', confirmation, 'Authenticator app removed.')
          }
        />
      )
    case 'removingPasskey':
      return (
        <ConfirmDialog
          {...dialog}
          title={`Remove the passkey ‘${open.passkey.name}’?`}
          description={`${effectOfRemoval(factors)} Delete it on the device too.`}
          action="Remove"
          look="danger"
          confirm={(confirmation) => remove(open.passkey.id, confirmation, 'Passkey removed.')}
        />
      )
    case 'renaming':
      return (
        <RenamePasskeyDialog
          passkey={open.passkey}
          onRenamed={() => {
            changed()
            close()
          }}
          onClose={close}
        />
      )
    case 'renewing':
      return (
        <ConfirmDialog
          {...dialog}
          title="New recovery codes"
          description="The recovery codes that you have stop working."
          action="Make new codes"
          confirm={renew}
        />
      )
    case 'codes':
      return <RecoveryCodesDialog codes={open.codes} onClose={close} />
  }
}

function without({ app, passkeys, recoveryCodesLeft }: Factors, id: string): Factors {
  return {
    app: app?.id === id ? null : app,
    passkeys: passkeys.filter((passkey) => passkey.id !== id),
    recoveryCodesLeft,
  }
}

function effectOfRemoval({ app, passkeys }: Factors): string {
  return (app ? 1 : 0) + passkeys.length === 1
    ? 'Signing in will ask for the password alone, and your recovery codes stop working.'
    : 'Signing in will still ask for another second factor.'
}
