import { counted } from '@mandap/domain/text/counted.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import { useQuery } from '@tanstack/preact-query'
import { type ReactNode, useEffect, useState } from 'preact/compat'
import type { OwnSession } from '../../features/account/queries.ts'
import type { App, Factors, Passkey } from '../../features/second-factor/calls.ts'
import { whyNoPasskeys } from '../../features/second-factor/passkey.ts'
import { ownFactors } from '../../features/second-factor/queries.ts'
import { momentText } from '../../features/time/date-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { FailureLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { AccountSection } from './AccountSection.tsx'
import type { OpenDialog } from './FactorDialog.tsx'
import { OtherSessionsOffer } from './OtherSessionsOffer.tsx'

const FactorDialog = dialogOnDemand(
  'Second factor',
  async () => (await import('./FactorDialog.tsx')).FactorDialog,
)

const NO_FACTORS: Factors = { app: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false }

/** With this many recovery codes left, the section advises to make new ones. */
const LOW_CODES = 3

const LOST_CODES =
  'New recovery codes were made, but could not be shown. Make new ones on the page ‘Your account’.'

const CODES = ['recovery code', 'recovery codes'] as const

/**
 * Renders the passkeys, the authenticator app and the recovery codes of the signed-in administrator's account, and what
 * changes them.
 */
export function SecondFactor({
  email,
  sessions,
}: {
  email: string | undefined
  sessions: readonly OwnSession[] | undefined
}) {
  const factors = useQuery(ownFactors())
  const [isChanged, setIsChanged] = useState(false)
  const [isOffering, setIsOffering] = useState(false)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const isOpen = useIsOpen()
  useEffect(() => preloadWhenIdle([FactorDialog.preload]), [])
  useEffect(() => {
    // screen readers do not announce a text behind a dialog
    if (isChanged && open === null) setIsOffering(true)
  }, [isChanged, open])
  const { data } = factors

  function showCodes(codes: readonly string[]) {
    if (isOpen.current) setOpen({ is: 'codes', codes })
    else showToast('error', LOST_CODES)
  }

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
            <li className="relative">
              {/* as high as the rows of an account without a second factor */}
              <ul className="invisible divide-y divide-line">
                <FactorRows factors={NO_FACTORS} onOpen={() => {}} />
              </ul>
              <div className="absolute inset-0 grid divide-y divide-line">
                <RowSkeleton />
                <RowSkeleton />
              </div>
            </li>
          ) : (
            <FactorRows factors={data} onOpen={setOpen} />
          )}
        </ul>
      )}
      <OtherSessionsOffer sessions={isOffering ? sessions : undefined} />
      {open !== null && data !== undefined && email !== undefined && (
        <FactorDialog
          open={open}
          factors={data}
          email={email}
          onCodes={showCodes}
          onChanged={() => setIsChanged(true)}
          // a late success must not close a dialog that was opened after it, which may show recovery codes
          onClose={() => setOpen((now) => (now === open ? null : now))}
        />
      )}
    </AccountSection>
  )
}

function FactorRows({ factors, onOpen }: { factors: Factors; onOpen: (open: OpenDialog) => void }) {
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
          <Button className="whitespace-normal!" onClick={() => onOpen({ is: 'addingPasskey' })}>
            Add a passkey
          </Button>
        )}
      </Row>
      <Row icon="mobile" title="Authenticator app" notes={[app ? addedText(app) : 'Not set up']}>
        {app ? (
          // not the element of 'Set up', which would get the focus after its dialog
          <Button
            key="remove"
            aria-label="Remove the app"
            onClick={() => onOpen({ is: 'removingApp' })}
          >
            Remove
          </Button>
        ) : (
          <Button key="setUp" onClick={() => onOpen({ is: 'addingApp' })}>
            Set up
          </Button>
        )}
      </Row>
      {(app || passkeys.length > 0) && (
        <Row
          icon="document"
          title="Recovery codes"
          notes={[<CodesLeft key="left" left={recoveryCodesLeft} />]}
        >
          <Button className="whitespace-normal!" onClick={() => onOpen({ is: 'renewing' })}>
            New recovery codes
          </Button>
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
    <div className="flex gap-3 p-4">
      <Skeleton className="size-9 shrink-0 rounded-full!" />
      <Skeleton className="mt-2.5 h-4 w-56 max-w-full" />
    </div>
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
