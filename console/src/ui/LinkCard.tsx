import type { ReactNode } from 'react'

/** A card of a list, all of which opens what its link does: the link carries `OVER_CARD`. */
export function LinkCard({ children }: { children: ReactNode }) {
  return (
    <article className="group relative flex h-full flex-col rounded-lg border border-line bg-surface px-4 py-3.5 shadow-card transition-[border-color,box-shadow] duration-120 hover:border-line-strong hover:shadow-lifted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      {children}
    </article>
  )
}

/** Lies over the whole card, and is scrolled to with room for what stands fixed above and below. */
export const OVER_CARD =
  'outline-none scroll-mt-24 scroll-mb-52 after:absolute after:inset-0 after:rounded-lg'

/** A card that is on its way. */
export function LinkCardSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full flex-col rounded-lg border border-line bg-surface px-4 py-4 shadow-card">
      {children}
    </div>
  )
}
