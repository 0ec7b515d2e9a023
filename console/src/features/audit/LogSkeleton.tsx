import { Skeleton } from '../../ui/loading.tsx'

/** Renders audit entries that are loading. */
export function LogSkeleton() {
  return (
    <output className="grid gap-4">
      <span className="sr-only">Loading activity</span>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-8 w-1/2" />
    </output>
  )
}
