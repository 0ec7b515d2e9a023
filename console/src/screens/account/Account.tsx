import { ROLES } from '@mandap/domain/session/role.ts'
import { useQuery } from '@tanstack/preact-query'
import { type ReactNode, useEffect, useState } from 'preact/compat'
import { type OwnAccount, ownAccount } from '../../features/account/queries.ts'
import { useClient } from '../../features/client/client-context.ts'
import { config } from '../../features/client/config.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { session } from '../../features/session/current.ts'
import { useRole } from '../../features/session/role.ts'
import { momentText } from '../../features/time/date-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

const PasswordDialog = dialogOnDemand(
  'Change password',
  async () => (await import('./PasswordDialog.tsx')).PasswordDialog,
)

/** Renders the signed-in administrator's own account: name, password and sessions. */
export default function Account() {
  return (
    <>
      <PageHeader {...HEADINGS.account} />
      {config().capabilities.administrators ? (
        <OwnAccountSections />
      ) : (
        <Card>
          <EmptyState
            icon="info"
            text="Your account is not kept here."
            hint="Your password and your sessions belong to the sign-in service of this host."
          />
        </Card>
      )}
    </>
  )
}

function OwnAccountSections() {
  const client = useClient()
  const account = useQuery(ownAccount(client))
  if (account.isLoadingError)
    return (
      <ErrorState
        text="Your account could not be loaded."
        hint={account.error.message}
        retrying={account.isFetching}
        onRetry={() => void account.refetch()}
      />
    )
  return (
    <div className="grid max-w-5xl gap-8 lg:gap-10">
      <Profile account={account.data} />
      {config().capabilities.passwords ? (
        <Password account={account.data} />
      ) : (
        <PasswordElsewhere />
      )}
      {config().capabilities.secondFactor && (
        <SecondFactor email={account.data?.email} sessions={account.data?.sessions} />
      )}
      <Sessions sessions={account.data?.sessions} />
    </div>
  )
}

function Profile({ account }: { account: OwnAccount | undefined }) {
  // the role in the token, until the host has answered
  const role = useRole() ?? session.identity().role
  return (
    <AccountSection
      title="Profile"
      description="Ask the operator of this server to change your name."
    >
      <dl className="divide-y divide-line">
        <ProfileLine term="Name" value={account && (account.name || '–')} />
        <ProfileLine term="E-mail" value={account && <EmailText address={account.email} />} />
        <ProfileLine term="Role" value={role === null ? undefined : ROLES[role]} />
      </dl>
    </AccountSection>
  )
}

function ProfileLine({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-ink-muted">{term}</dt>
      <dd className="font-medium wrap-anywhere">
        {value === undefined ? <LineSkeleton className="w-48" /> : <bdi>{value}</bdi>}
      </dd>
    </div>
  )
}

function Password({ account }: { account: OwnAccount | undefined }) {
  const [isChanging, setIsChanging] = useState(false)
  useEffect(() => preloadWhenIdle([PasswordDialog.preload]), [])
  return (
    <AccountSection title="Password" description="Changing it signs you out on all other devices.">
      <div className="flex flex-col items-start justify-between gap-x-4 gap-y-3 p-4 sm:flex-row sm:items-center">
        {account ? (
          <p className="font-medium">{lastChange(account)}</p>
        ) : (
          <LineSkeleton className="w-56" />
        )}
        <Button className={account ? '' : 'invisible'} onClick={() => setIsChanging(true)}>
          Change password
        </Button>
      </div>
      {account && isChanging && (
        <PasswordDialog email={account.email} onClose={() => setIsChanging(false)} />
      )}
    </AccountSection>
  )
}

/** Says where the password is changed, because the sign-in service keeps it. */
function PasswordElsewhere() {
  return (
    <AccountSection title="Password" description="The sign-in service keeps it.">
      <p className="p-4 text-pretty">
        To change your password, choose Logout, then ‘Forgot Password?’: the sign-in service sends
        you a link.
      </p>
    </AccountSection>
  )
}

/** Renders a line of text that is loading, as high as the text. */
function LineSkeleton({ className }: { className: string }) {
  return (
    <span className="flex h-lh max-w-full items-center">
      <Skeleton className={`h-4 max-w-full ${className}`} />
    </span>
  )
}

function lastChange({ passwordChangedAt }: OwnAccount): string {
  return passwordChangedAt === null
    ? 'Never changed'
    : `Last changed ${momentText(Date.parse(passwordChangedAt))}`
}
