import { PageHeader } from '../../ui/PageHeader.tsx'

/** §2.4. */
export default function Dashboard() {
  return <PageHeader title="Dashboard" />
}
