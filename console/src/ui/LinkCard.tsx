import type { ReactNode } from 'preact/compat'

/** A card that opens a link wherever it is pressed. The link inside has the classes `STRETCHED_LINK`. */
export function LinkCard({ children }: { children: ReactNode }) {
  return (
    <article className="group relative flex h-full flex-col rounded-lg border border-line bg-surface px-4 py-3.5 shadow-card hover:border-line-strong hover:shadow-lifted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      {children}
    </article>
  )
}

/** Stretches a link over its card. The scroll margins keep it clear of fixed elements above and below. */
export const STRETCHED_LINK =
  'outline-none scroll-mt-24 scroll-mb-52 after:absolute after:inset-0 after:rounded-lg'

/** A card that is loading. */
export function LinkCardSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full flex-col rounded-lg border border-line bg-surface px-4 py-4 shadow-card">
      {children}
    </div>
  )
}
