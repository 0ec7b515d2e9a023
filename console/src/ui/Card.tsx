import type { ReactNode } from 'preact/compat'

/** A box with a border. With a title it is a named section. */
export function Card({
  title,
  actions,
  padded = true,
  className = '',
  children,
}: {
  title?: string
  actions?: ReactNode
  /** Whether there is space around the children. */
  padded?: boolean
  className?: string
  children: ReactNode
}) {
  const Box = title ? 'section' : 'div'
  return (
    <Box
      aria-label={title}
      className={`min-w-0 rounded-lg border border-line bg-surface shadow-card ${className}`}
    >
      {title && (
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2">
          <h2 className="font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      {padded ? <div className="p-4">{children}</div> : children}
    </Box>
  )
}
