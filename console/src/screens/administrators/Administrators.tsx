import { VIEWER_REFUSED } from '@mandap/domain/session/role.ts'
import { useEffect, useState } from 'preact/compat'
import { type Administrator, administratorList } from '../../features/administrator/queries.ts'
import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { config } from '../../features/client/config.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import {
  elevation,
  isElevationRequired,
  offerElevation,
  useElevation,
} from '../../features/session/current-elevation.ts'
import { useIsViewer } from '../../features/session/role.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { AdministratorItem } from './AdministratorItem.tsx'
import type { AdministratorChange } from './ChangeDialog.tsx'

const ChangeDialog = dialogOnDemand(
  'Administrator',
  async () => (await import('./ChangeDialog.tsx')).ChangeDialog,
)
const InviteDialog = dialogOnDemand(
  'Invite an administrator',
  async () => (await import('./InviteDialog.tsx')).InviteDialog,
)

/** The dialog that is open. */
type Open =
  | { is: 'inviting' }
  | { is: 'changing'; change: AdministratorChange; person: Administrator }

/** Renders the administrators, for a Super Admin. */
export default function Administrators() {
  const { elevated, grant } = useElevation()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    // gets the focus when the mode replaces the button that opened a dialog
    <div data-takes-focus tabIndex={-1}>
      {config().capabilities.administrators && elevated ? (
        <List grant={grant} onOpen={setOpen} />
      ) : (
        <Withheld />
      )}
      {/* stays open when the grant ends, so that typed text is not lost */}
      {open?.is === 'inviting' && <InviteDialog onClose={close} />}
      {open?.is === 'changing' && (
        <ChangeDialog change={open.change} person={open.person} onClose={close} />
      )}
    </div>
  )
}

/** Says why the administrators are not shown. */
function Withheld() {
  const isViewer = useIsViewer()
  return (
    <>
      <PageHeader {...HEADINGS.administrators} />
      <Card>
        {config().capabilities.administrators ? (
          <EmptyState
            icon="shield"
            text="Only a Super Admin sees the administrators."
            hint={isViewer && VIEWER_REFUSED}
            action={
              !isViewer && (
                <Button onClick={() => void offerElevation()}>Turn Super Admin on</Button>
              )
            }
          />
        ) : (
          <EmptyState
            icon="info"
            text="Administrators are not kept here."
            hint="They belong to the sign-in service of this host."
          />
        )}
      </Card>
    </>
  )
}

function List({ grant, onOpen }: { grant: string | null; onOpen: (open: Open) => void }) {
  const hasPasswords = config().capabilities.passwords
  const list = useStartedQuery(administratorList(useClient(), grant))
  useEffect(
    () =>
      preloadWhenIdle(
        hasPasswords ? [InviteDialog.preload, ChangeDialog.preload] : [ChangeDialog.preload],
      ),
    [hasPasswords],
  )
  return (
    <div className="max-w-5xl">
      <PageHeader
        {...HEADINGS.administrators}
        {...(!hasPasswords && { subtitle: <AddingHint /> })}
        actions={
          hasPasswords &&
          list.data && (
            <Button look="primary" icon="plus" onClick={() => onOpen({ is: 'inviting' })}>
              Invite
            </Button>
          )
        }
      />
      {list.isLoadingError ? (
        <ErrorState
          text="The administrators could not be loaded."
          hint={list.error.message}
          retrying={list.isFetching}
          onRetry={() =>
            isElevationRequired(list.error) ? elevation.runOut() : void list.refetch()
          }
        />
      ) : (
        <Card padded={false}>
          <ul aria-label="Administrators" className="divide-y divide-line">
            {list.data
              ? list.data.map((person) => (
                  <AdministratorItem
                    key={person.id}
                    person={person}
                    onChange={(change) => onOpen({ is: 'changing', change, person })}
                  />
                ))
              : Array.from({ length: 3 }, (_, at) => (
                  <li key={at} className="p-4">
                    <Skeleton className="h-10 w-full" />
                  </li>
                ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

/** Says how people are added where the sign-in service has the passwords. */
function AddingHint() {
  return (
    <>
      {HEADINGS.administrators.subtitle}. The operator of the server adds people, or enables them
      again, with{' '}
      <code className="font-mono text-sm whitespace-nowrap text-ink">
        npm run admin -- add EMAIL
      </code>
      .
    </>
  )
}
