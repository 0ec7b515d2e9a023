import type { ReactNode } from 'preact/compat'
import type { To } from '../router/location.ts'
import { Link, type LinkState } from '../router/Link.tsx'
import { Icon } from './Icon.tsx'
import { usePageTitle } from './use-page-title.ts'

interface PageHeaderProps {
  title: string
  /** The title of the browser's tab, if it differs. The browser's history keeps it, so it must not name a person. */
  tabTitle?: string
  /** The kind of the screen, as a heading below the title, where the title names a record. */
  kind?: string
  subtitle?: ReactNode
  /** Beside the title: a badge or a number. */
  aside?: ReactNode
  back?: {
    to: To
    label: string
    onClick?: (event: MouseEvent) => void
    state?: LinkState
    replace?: boolean
  }
  actions?: ReactNode
}

/** A screen's heading. Also sets the title of the browser's tab. The shell in index.html places its texts alike. */
export function PageHeader({
  title,
  tabTitle = title,
  kind,
  subtitle,
  aside,
  back,
  actions,
}: PageHeaderProps) {
  usePageTitle(tabTitle)
  const namesRecord = Boolean(kind || aside)
  const details = (
    <>
      {kind && <h2 className="mt-0.5 font-medium">{kind}</h2>}
      {subtitle && <p className="mt-0.5 text-ink-muted wrap-anywhere">{subtitle}</p>}
    </>
  )
  return (
    <header className="mb-5">
      {back && (
        <Link
          to={back.to}
          onClick={back.onClick}
          state={back.state}
          replace={back.replace ?? false}
          className="mb-1 -ml-1.5 flex min-h-7 w-fit items-center gap-1.5 rounded-sm px-1.5 text-sm font-medium text-ink-muted hover:text-ink pointer-coarse:min-h-10"
        >
          <Icon name="back" className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* the actions of a list are icons on a phone, and stay beside its title */}
        <div className={`min-w-0 grow ${kind ? 'basis-56' : 'basis-48'}`}>
          <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pointer-coarse:min-h-11">
            <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">
              {title}
            </h1>
            {aside}
          </div>
          {/* the details of a record stay above actions that need a line of their own */}
          {namesRecord && details}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {!namesRecord && details}
    </header>
  )
}
