import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** Renders the order details (§2.16). */
export default function OrderDetails() {
  return (
    <>
      <PageHeader {...HEADINGS.partnerOrder} />
      <Card>
        <EmptyState
          icon="document"
          text="This feature is coming soon."
          action={
            <ButtonLink to={paths.requests()} icon="back">
              Back to requests
            </ButtonLink>
          }
        />
      </Card>
    </>
  )
}
