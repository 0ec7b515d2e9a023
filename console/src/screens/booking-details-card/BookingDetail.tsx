import { isolated } from '@mandap/domain/text/text.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import {
  DEFAULT_PLANNER_STATUS,
  PLANNER_STATUSES,
  type PlannerStatus,
} from '@mandap/domain/booking/planner-status.ts'
import { eventTimes } from '@mandap/domain/booking/event-time.ts'
import { serviceCategories } from '@mandap/domain/booking/service.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/compat'
import { currentKey } from '../../router/location.ts'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { Timeline } from '../../features/audit/Timeline.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { cameFrom, useBackLink } from '../../features/navigation/back-link.ts'
import {
  bookingIdIn,
  bookingState,
  isWithoutId,
  openedBookingId,
  passedBooking,
} from '../../features/booking/passed-booking.ts'
import { dayText, momentText } from '../../features/time/date-text.ts'
import { isMidnightHere } from '../../features/time/today.ts'
import { numberText, unreadDate, wholeBudget, wholeEventDay } from '../../features/booking/text.ts'
import { NOTHING } from '../../ui/rupees.ts'
import { DraftOffer } from '../../features/draft/DraftOffer.tsx'
import { useDraft } from '../../features/draft/use-draft.ts'
import { useIsViewer } from '../../features/session/role.ts'
import { isNotFound } from '@mandap/client/api-error.ts'
import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { ChangedNotice } from '../../features/live/ChangedNotice.tsx'
import { PresenceNotice } from '../../features/live/PresenceNotice.tsx'
import { bookingById } from '../../features/booking/queries.ts'
import type { Prefetch } from '../../features/client/prefetch.ts'
import { plannerById } from '../../features/partner/queries.ts'
import { type Conflict, versionOf } from '../../features/record/conflict.ts'
import { userById } from '../../features/user/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { ErrorState, TryAgain } from '../../ui/states.tsx'
import { ChangeBack } from './ChangeBack.tsx'
import { CustomerPanel } from './CustomerPanel.tsx'
import { BookingNotFound, BookingWithoutId, LIST, NoBooking } from './NoBooking.tsx'
import { OwnStatus } from './OwnStatus.tsx'
import { PlannerPanel } from './PlannerPanel.tsx'
import { isTouched, pickedFromBooking, PLANNER_DRAFT } from './planner-draft.ts'
import type { SavedSwap } from './use-planner-save.ts'
import { NO_TEXT } from '../../ui/no-text.ts'
import { invalidate } from '../../features/client/query-keys.ts'

const EditPlanner = dialogOnDemand(
  'Edit planner',
  async () => (await import('./EditPlanner.tsx')).EditPlanner,
)

/** The open dialog: its form, or first what others saved before the selected partner. */
interface Editing {
  conflict: Conflict<Booking> | null
}

/** Fetches the booking in the URL, with its customer and its planner. */
export const prefetch: Prefetch = async ({ client, queryClient, search }) => {
  const id = bookingIdIn(search)
  if (id === '') return
  const { userId, partnerId } = await queryClient.fetchQuery(bookingById(client, id))
  await Promise.all([
    userId !== '' && queryClient.prefetchQuery(userById(client, userId)),
    partnerId !== '' && queryClient.prefetchQuery(plannerById(client, partnerId)),
  ])
}

/**
 * Renders the booking detail (§2.6). The booking is passed as navigation state and fetched again from the host.
 * Without navigation state, as in a link that was sent to somebody, `?id=` identifies it.
 */
export default function BookingDetail() {
  const location = useLocation()
  const passed = passedBooking(location.state)
  const id = openedBookingId(location)
  if (id !== '') return <OpenedBooking key={id} id={id} passed={passed} />
  return isWithoutId(location.state) ? <BookingWithoutId /> : <NoBooking />
}

/** Fetches the booking in the URL, unless it was passed. The detail then passes it as navigation state, as a list does. */
function OpenedBooking({ id, passed }: { id: string; passed: Booking | null }) {
  // stays true when the detail has passed the booking, so that it is neither fetched nor rendered again
  const [isFetched] = useState(passed === null)
  const back = useBackLink(LIST)
  const query = bookingById(useClient(), id)
  // a passed booking is forgotten after an erasure
  const enabled = isFetched || passed === null
  const { data, error, isFetching, refetch } = useStartedQuery({ ...query, enabled })
  const booking = passed ?? data
  if (booking) return <Detail passed={booking} isFresh={enabled} />
  return (
    <>
      <PageHeader title={HEADINGS.bookingDetailsCard.title} back={back} />
      {error === null ? (
        <BookingSkeleton />
      ) : (
        <Card>
          {isNotFound(error) ? (
            <BookingNotFound />
          ) : (
            <ErrorState
              text="This booking could not be loaded."
              hint={error.message}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </Card>
      )}
    </>
  )
}

function Detail({ passed, isFresh }: { passed: Booking; isFresh: boolean }) {
  const queryClient = useQueryClient()
  const { booking, refresh } = useCurrentBooking(passed, isFresh)
  useBookingInHistory(booking, passed)
  const draft = useDraft(`planner/${booking.id}`, PLANNER_DRAFT)
  const isViewer = useIsViewer()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [swap, setSwap] = useState<SavedSwap | null>(null)
  const { queryKey } = bookingById(useClient(), booking.id)
  useEffect(() => preloadWhenIdle([EditPlanner.preload]), [])

  function showCurrent(current: Booking) {
    queryClient.setQueryData(queryKey, current)
    invalidate(queryClient, 'activity')
  }

  return (
    <>
      <BookingHeader booking={booking} />
      <PresenceNotice subject="booking" id={booking.id} />
      <ChangedNotice subject="booking" id={booking.id} />
      {refresh.isError && <NotReloaded refresh={refresh} />}
      {draft.offered && !isViewer && (
        <DraftOffer
          text="Your entries for another planner were kept."
          onDiscard={draft.discard}
          onRestore={() => {
            draft.restore()
            setEditing({ conflict: null })
          }}
        />
      )}
      {/* one column on a phone; on a wide screen the activity is below the first panel */}
      <div className="grid items-start gap-4 lg:grid-cols-[1.5fr_1fr] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-4">
          <BookingPanel booking={booking} />
          <CustomerPanel userId={booking.userId} />
        </div>
        <div className="grid gap-4 lg:row-span-2">
          <div data-takes-focus tabIndex={-1} className="min-w-0 outline-none">
            <PlannerPanel booking={booking} onEdit={() => setEditing({ conflict: null })}>
              <ChangeBack
                booking={booking}
                swap={swap}
                onCurrent={showCurrent}
                onSaved={setSwap}
                onConflict={(conflict, planner) => {
                  // entries of the person stay, also those of a dialog that was opened since
                  if (isTouched(draft.value) || !draft.isStill(draft.value)) return false
                  draft.change({
                    ...draft.value,
                    way: 'existing',
                    picked: pickedFromBooking(planner),
                  })
                  setEditing({ conflict })
                  return true
                }}
              />
            </PlannerPanel>
          </div>
          <StatusPanel />
        </div>
        <div className="empty:hidden">
          <Timeline subject="booking" id={booking.id} />
        </div>
      </div>
      {editing && (
        <EditPlanner
          // replaces a form that was opened before the conflict
          key={editing.conflict ? 'conflict' : 'form'}
          booking={booking}
          conflict={editing.conflict}
          draft={draft.value}
          onDraft={draft.change}
          onCurrent={showCurrent}
          onSaved={(saving, saved) => {
            setSwap(saving)
            // the dialog may have been opened again, with other entries
            if (!draft.isStill(saved)) return
            setEditing(null)
            draft.clear()
          }}
          onClose={(isDone) => {
            setEditing(null)
            if (isDone) draft.cancel()
          }}
        />
      )}
    </>
  )
}

function BookingHeader({ booking }: { booking: Booking }) {
  return (
    <PageHeader
      title={booking.eventType || NO_TEXT}
      aside={
        <>
          <span className="text-lg font-medium wrap-anywhere text-ink-muted">
            {numberText(booking)}
          </span>
          <Badge tone={bookingStatusTone(booking.status)} dot>
            {bookingStatusLabel(booking.status)}
          </Badge>
        </>
      }
      back={useBackLink(LIST)}
    />
  )
}

type Refresh = ReturnType<typeof useCurrentBooking>['refresh']

function NotReloaded({ refresh: { error, isFetching, refetch } }: { refresh: Refresh }) {
  return (
    <Notice
      tone="warning"
      live="alert"
      className="mb-4"
      actions={
        <TryAgain look="quiet" size="small" retrying={isFetching} onRetry={() => void refetch()} />
      }
    >
      {isNotFound(error) ? 'This booking no longer exists.' : 'This booking could not be reloaded.'}{' '}
      You see the data from the list.
    </Notice>
  )
}

/** Returns the passed booking, or the host's current one once it is fetched. */
function useCurrentBooking(passed: Booking, isFresh: boolean) {
  const refresh = useQuery({
    ...bookingById(useClient(), passed.id),
    refetchOnMount: isFresh ? false : 'always',
  })
  const { data, isFetchedAfterMount } = refresh
  const booking = data && isFetchedAfterMount && !isOlder(data, passed) ? data : passed
  return { booking, refresh }
}

/** Puts the current booking into the history entry in place of the passed one, and its id into the URL. */
function useBookingInHistory(booking: Booking, passed: Booking) {
  const navigate = useNavigate()
  const location = useLocation()
  const differs = JSON.stringify(booking.original) !== JSON.stringify(passed.original)
  const hasId = bookingIdIn(location.search) === booking.id
  useEffect(() => {
    if (hasId && !differs) return
    // the person has gone to another screen, which is not rendered yet
    if (currentKey() !== location.key) return
    const state = bookingState(booking, cameFrom(location.state))
    const { hash } = location
    navigate(`${paths.bookingDetailsCard(booking.id)}${hash}`, { replace: true, state })
  }, [hasId, differs, booking, location, navigate])
}

function isOlder(one: Booking, other: Booking): boolean {
  const [version, otherVersion] = [versionOf(one), versionOf(other)]
  return version !== null && otherVersion !== null && version < otherVersion
}

function BookingSkeleton() {
  return (
    <output className="grid items-start gap-4 lg:grid-cols-[1.5fr_1fr]">
      <span className="sr-only">Loading the booking</span>
      <Skeleton className="h-48 w-full rounded-lg" />
      <Skeleton className="h-48 w-full rounded-lg" />
    </output>
  )
}

function BookingPanel({ booking }: { booking: Booking }) {
  const { services } = booking
  const { begins = null, ends = null } = eventTimes(booking, isMidnightHere) ?? {}
  return (
    <Card title="Booking">
      <div className="grid gap-x-8 gap-y-2.5 sm:grid-cols-2">
        <DescriptionList
          items={[
            { term: 'Booking ID', value: numberText(booking) },
            { term: 'Status', value: <OwnStatus booking={booking} /> },
            { term: 'Event date', value: wholeEventDay(booking) },
            ...(begins === null ? [] : [{ term: 'Begins', value: momentText(begins) }]),
            ...(ends === null ? [] : [{ term: 'Ends', value: momentText(ends) }]),
            { term: 'Booking date', value: bookingDay(booking) },
            { term: 'Location', value: booking.location || NO_TEXT },
          ]}
        />
        <DescriptionList
          items={[
            { term: 'Service', value: serviceCategories(booking).join(', ') },
            { term: 'Additional services', value: services.map(isolated).join(', ') || 'None' },
            { term: 'Budget', value: wholeBudget(booking.original['budget']) },
            { term: 'Transaction ID', value: booking.transactionId || NOTHING },
          ]}
        />
      </div>
    </Card>
  )
}

function bookingDay({ createdAt, original }: Booking): string {
  return createdAt === null ? unreadDate(original['createdAt']) : dayText(createdAt)
}

/**
 * Renders the local status, which is never sent (§2.6). It has a dashed border and no status colours, so that nobody
 * takes it for the booking's own status.
 */
function StatusPanel() {
  const [status, setStatus] = useState<PlannerStatus>(DEFAULT_PLANNER_STATUS)
  return (
    <section
      aria-label="Status on this screen"
      className="rounded-lg border border-dashed border-line-strong p-4"
    >
      <h2 className="mb-3 font-semibold">Status on this screen</h2>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <SelectField
          label="Booking status"
          options={PLANNER_STATUSES.map((value) => ({ value, label: value }))}
          value={status}
          onValue={setStatus}
          className="min-w-0 grow basis-40"
        />
        <output className="inline-flex min-h-10 items-center gap-1.5 font-medium text-ink-muted">
          <Icon name="info" className="size-4" />
          <span>
            Not saved<span className="sr-only">: {status}</span>
          </span>
        </output>
      </div>
      <p className="mt-2 text-sm text-ink-muted">
        For your own use on this screen. The booking itself is not changed.
      </p>
    </section>
  )
}
