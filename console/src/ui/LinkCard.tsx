import type { ReactNode } from 'preact/compat'

/** The box of a card that opens a link wherever it is pressed. */
export const LINK_CARD =
  'group relative flex rounded-lg border border-line bg-surface shadow-card hover:border-line-strong hover:shadow-lifted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

/** A card of a record that opens a link wherever it is pressed. The link inside has the classes `STRETCHED_LINK`. */
export function LinkCard({ children }: { children: ReactNode }) {
  return <article className={`${LINK_CARD} h-full flex-col px-4 py-3.5`}>{children}</article>
}

/** Stretches a link over its card. The scroll margins keep it clear of fixed elements above and below. */
export const STRETCHED_LINK =
  'outline-none scroll-mt-24 scroll-mb-52 after:absolute after:inset-0 after:rounded-lg'

/** A placeholder for a line of a card. `y` is a CSS position such as `top 1.75rem`, `width` a CSS length. */
export interface SkeletonLine {
  x: 'left' | 'right'
  y: string
  width: string
}

/**
 * A card that is loading. Draws all lines as the background of one element, because scrolling through a long list
 * creates and removes many of these cards in each frame.
 */
export function LinkCardSkeleton({ lines }: { lines: readonly SkeletonLine[] }) {
  return (
    <div className="h-full rounded-lg border border-line bg-surface p-4 shadow-card">
      <div aria-hidden="true" className={`h-full ${classOf(lines)}`} />
    </div>
  )
}

const LINE_COLOR = 'linear-gradient(var(--color-line) 0 0)'

const classes = new Map<readonly SkeletonLine[], string>()

/**
 * Returns the class of a background, which the browser computes once; it computes an inline style for each element. Only a
 * list that waits animates it, because each animation takes as long as the rest of the card.
 */
function classOf(lines: readonly SkeletonLine[]): string {
  const known = classes.get(lines)
  if (known !== undefined) return known
  const name = `skeleton-${classes.size}`
  classes.set(lines, name)
  const background = lines
    .map(({ x, y, width }) => `${LINE_COLOR} ${x} 0px ${y} / ${width} 0.75rem no-repeat`)
    .join(', ')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `.${name} { background: ${background} } [data-waiting] .${name} { animation: var(--animate-shimmer) }`,
  )
  document.adoptedStyleSheets.push(sheet)
  return name
}
