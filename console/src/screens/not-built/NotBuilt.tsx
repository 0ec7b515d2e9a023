import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** Stands at the address of a screen that is still to come, and says so. */
export default function NotBuilt({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon="inProgress"
          text="This screen is not built yet."
          hint="Its address is already the right one: it will open here."
          action={<ButtonLink to={paths.dashboard()}>Back to the dashboard</ButtonLink>}
        />
      </Card>
    </>
  )
}
