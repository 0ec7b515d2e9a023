import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'

/** Renders the placeholder of a chart that is loading. */
export function ChartSkeleton() {
  return (
    <output aria-label="Loading" className="block">
      <Skeleton className="mb-4 h-6 w-32" />
      <Skeleton className="mb-12 h-40 w-full" />
    </output>
  )
}

/** Renders the placeholder of all charts until their code has loaded. */
export function ChartsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3 lg:grid-cols-2">
      {[0, 1].map((card) => (
        <Card key={card}>
          <div className="min-h-80">
            <ChartSkeleton />
          </div>
        </Card>
      ))}
    </div>
  )
}
