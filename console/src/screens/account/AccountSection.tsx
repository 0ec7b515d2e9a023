import { type ReactNode, type RefObject, useId } from 'preact/compat'
import { Card } from '../../ui/Card.tsx'

/** A part of the account: on a wide window its heading is beside its box, otherwise above. */
export function AccountSection({
  title,
  description,
  headingRef,
  actions,
  children,
}: {
  title: string
  description: ReactNode
  /** Makes the heading focusable. */
  headingRef?: RefObject<HTMLHeadingElement | null>
  /** Below the description. */
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      // gets the focus if the control that opened a dialog was removed
      data-takes-focus
      tabIndex={-1}
      className="grid items-start gap-3 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-8"
    >
      <div className="lg:pt-1">
        <h2
          id={id}
          {...(headingRef && { ref: headingRef, tabIndex: -1 })}
          className="w-fit rounded-xs font-semibold"
        >
          {title}
        </h2>
        <p className="mt-0.5 text-sm text-pretty text-ink-muted">{description}</p>
        {actions && <div className="mt-3">{actions}</div>}
      </div>
      <Card padded={false}>{children}</Card>
    </section>
  )
}
