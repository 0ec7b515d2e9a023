import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { ReactNode } from 'preact/compat'
import { useParams } from '../../router/params.ts'
import { Timeline } from '../audit/Timeline.tsx'
import { HEADINGS } from '../navigation/headings.ts'
import { paths } from '../navigation/paths.ts'
import { useBackLink } from '../navigation/back-link.ts'
import { isNotFound } from '@mandap/client/api-error.ts'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { useStartedQuery } from '../client/start-query.ts'
import { ChangedNotice } from '../live/ChangedNotice.tsx'
import { PresenceNotice } from '../live/PresenceNotice.tsx'
import { partnerById } from './queries.ts'
import { ErasedNotice } from '../record/ErasedNotice.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'

interface PartnerScreenProps {
  /** The heading until the partner has loaded. */
  title: string
  /** The list that the screen belongs to: its path, the text of the back link, and its name. */
  back?: { to: string; label: string; name: string }
  /** The heading and text shown if the partner does not exist. */
  notFound?: { title?: string; text: string; hint?: string }
  /** Returns whether a partner is in that list. Any other partner is treated as not found. */
  belongs?: (partner: Partner) => boolean
  loading?: ReactNode
  /** Renders what can be done before the partner has loaded. */
  renderLoadingActions?: (id: string) => ReactNode
  /** Whether the screen is for decisions on the partner. */
  isReview?: boolean
  /** Whether `children` renders erased partners too. Other screens have nothing to show of them. */
  showsErased?: boolean
  children: (partner: Partner) => ReactNode
}

/** Renders a screen about the partner in the URL, after the partner has loaded. */
export function PartnerScreen(props: PartnerScreenProps) {
  const { id = '' } = useParams()
  return (
    <>
      {/* stays when the change removes the partner from the screen */}
      <ChangedNotice key={id} subject="partner" id={id} />
      <ScreenOfPartner {...props} id={id} />
    </>
  )
}

function ScreenOfPartner({
  id,
  title,
  back = { to: paths.approvalPanel(), label: HEADINGS.kycHub.back, name: 'Approval Panel' },
  notFound = { text: 'Partner not found.' },
  belongs = () => true,
  loading = <PartnerSkeleton />,
  renderLoadingActions,
  isReview = false,
  showsErased = false,
  children,
}: PartnerScreenProps & { id: string }) {
  const backLink = useBackLink(back)
  const { data, error, isFetching, refetch } = useStartedQuery(partnerById(useClient(), id))
  if (data && data.erasedAt !== null && !showsErased)
    return (
      <>
        <PageHeader title={data.name} back={backLink} />
        <ErasedNotice at={data.erasedAt} />
        <p className="my-4">
          <ButtonLink to={paths.partnerBookings(data.id)}>Bookings of this partner</ButtonLink>
        </p>
        <Timeline subject="partner" id={data.id} />
      </>
    )
  if (data && belongs(data))
    return (
      <div key={data.id}>
        <PresenceNotice subject="partner" id={data.id} isReview={isReview} />
        {isNotFound(error) && (
          <Notice tone="warning" live="alert" className="mb-4">
            This partner no longer exists. The screen shows the details that were loaded before.
            {config().capabilities.restore &&
              ' A Super Admin can restore a deleted partner on the Activity page.'}
          </Notice>
        )}
        {children(data)}
      </div>
    )
  const isMissing = data ? !belongs(data) : isNotFound(error)
  return (
    <>
      <PageHeader
        title={(isMissing && notFound.title) || title}
        back={backLink}
        actions={!isMissing && !error && renderLoadingActions?.(id)}
      />
      {isMissing ? (
        <Card>
          <EmptyState
            icon="user"
            text={notFound.text}
            hint={notFound.hint}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
                  Try again
                </Button>
                <ButtonLink look="primary" to={back.to}>
                  Go to {back.name}
                </ButtonLink>
              </div>
            }
          />
        </Card>
      ) : error ? (
        <Card>
          <ErrorState
            text="Failed to fetch partner details."
            hint={error.message}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        loading
      )}
    </>
  )
}

function PartnerSkeleton() {
  return (
    <output className="grid gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading partner details</span>
      <Skeleton className="h-64 w-full rounded-lg lg:col-span-3" />
      <Skeleton className="h-32 w-full rounded-lg" />
      <Skeleton className="h-32 w-full rounded-lg" />
      <Skeleton className="h-32 w-full rounded-lg" />
    </output>
  )
}
