import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'

/** The place of a picture that is on its way. */
export function ChartSkeleton() {
  return (
    <output aria-label="Loading" className="block">
      <Skeleton className="mb-4 h-6 w-32" />
      <Skeleton className="mb-12 h-40 w-full" />
    </output>
  )
}

/** The place of all pictures until their script has come. */
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
