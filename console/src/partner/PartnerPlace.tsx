import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { HostFailure } from '../host/failure.ts'
import { useHost } from '../host/host-context.ts'
import { partnerById } from '../host/queries/partner.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

/** A screen about the one partner that its address names; nothing is shown before they are there. */
export function PartnerPlace({
  title,
  children,
}: {
  /** Heads the screen until the partner's own heading can. */
  title: string
  children: (partner: Partner) => ReactNode
}) {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(partnerById(useHost(), id))
  if (data) return <div key={data.id}>{children(data)}</div>
  return (
    <>
      <PageHeader title={title} back={{ to: paths.approvalPanel(), label: 'Back' }} />
      {error instanceof HostFailure && error.kind === 'notFound' ? (
        <Card>
          <EmptyState
            icon="user"
            text="Partner not found."
            action={
              <ButtonLink look="primary" to={paths.approvalPanel()}>
                Go to Approval Panel
              </ButtonLink>
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
        <output className="grid gap-4 lg:grid-cols-3">
          <span className="sr-only">Loading partner details</span>
          <Skeleton className="h-64 w-full rounded-lg lg:col-span-3" />
          <Skeleton className="h-32 w-full rounded-lg" />
          <Skeleton className="h-32 w-full rounded-lg" />
          <Skeleton className="h-32 w-full rounded-lg" />
        </output>
      )}
    </>
  )
}
