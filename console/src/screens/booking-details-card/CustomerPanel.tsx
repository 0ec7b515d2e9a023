import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { userById } from '../../features/user/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { DescriptionList, DescriptionListSkeleton } from '../../ui/DescriptionList.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { PanelNote } from './panel.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'

/** Renders the customer of the booking. */
export function CustomerPanel({ userId }: { userId: string }) {
  const {
    data: user,
    isPending,
    isError,
    isFetching,
    refetch,
  } = useStartedQuery(userById(useClient(), userId))
  return (
    <Card title="Customer details">
      {userId === '' ? (
        <PanelNote text="No customer ID provided." />
      ) : user ? (
        <DescriptionList
          items={[
            { term: 'Name', value: user.name || NO_TEXT },
            { term: 'Phone', value: <PhoneLink number={user.phone} /> },
            { term: 'E-mail', value: <EmailLink address={user.email} /> },
          ]}
        />
      ) : isError ? (
        <FailureLine
          text="Failed to fetch client details."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        isPending && (
          <DescriptionListSkeleton
            label="Loading customer details"
            terms={['Name', 'Phone', 'E-mail']}
          />
        )
      )}
    </Card>
  )
}
