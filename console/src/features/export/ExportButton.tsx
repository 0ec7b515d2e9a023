import { EXPORT_FORMATS, type ExportFormat, sheetsOf } from '@mandap/domain/export/format.ts'
import { useEffect, useState } from 'react'
import { useToday } from '../time/today.ts'
import { ApiError } from '@mandap/client/api-error.ts'
import type { ListToExport } from '@mandap/contract/codec/export.ts'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { Button, buttonClasses, IconButton } from '../../ui/Button.tsx'
import { counted, type Nouns } from '../../ui/counted.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { Menu, MenuButton } from '../../ui/Menu.tsx'

interface ExportButtonProps {
  list: ListToExport
  /** The number of rows in the list; null until it is known. */
  total: number | null
  nouns: Nouns
  /** What is exported, for screen readers: 'the upcoming bookings'. */
  what?: string
  size?: 'small' | 'medium'
}

type State =
  | { is: 'idle' }
  | { is: 'preparing' }
  | { is: 'begun'; name: string; rows: string }
  | { is: 'failed'; format: ExportFormat; why: string }

/** Milliseconds for which the name of a file is shown after its download has started. */
const BEGUN_MS = 10_000

const MESSAGE =
  'fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-2xl flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-md bg-raised py-2 pr-2 pl-4 shadow-menu'

/** Exports all rows that match a list's filters, as a file in the chosen format. */
export function ExportButton({ list, total, nouns, what, size = 'medium' }: ExportButtonProps) {
  const [, many] = nouns
  const client = useClient()
  const today = useToday()
  const [state, setState] = useState<State>({ is: 'idle' })

  useEffect(() => {
    if (state.is !== 'begun') return
    const timer = setTimeout(() => setState({ is: 'idle' }), BEGUN_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function prepare(format: ExportFormat) {
    if (state.is === 'preparing') return
    setState({ is: 'preparing' })
    try {
      // loaded on demand, because few visits to a list export it
      const { exportList } = await import('./export-list.ts')
      const file = await exportList(client, list, { format, timeZone: today.timeZone })
      download(file)
      const rows = total === null ? `all ${many} shown` : counted(total, nouns)
      setState({ is: 'begun', name: file.name, rows })
    } catch (error) {
      const why = error instanceof ApiError ? error.message : 'Try again.'
      setState({ is: 'failed', format, why })
    }
  }

  if (total === 0)
    return (
      <Button
        size={size}
        icon="download"
        reasonSide="below"
        disabledReason={`There are no ${many} to export.`}
      >
        <span className="max-sm:sr-only">Export</span>
      </Button>
    )
  const preparing = state.is === 'preparing'
  return (
    <>
      <Menu
        align="end"
        className={buttonClasses('secondary', size)}
        trigger={
          <>
            {preparing ? (
              <Spinner className="size-4" />
            ) : (
              <Icon name="download" className="size-4" />
            )}
            <span className="max-sm:sr-only">{preparing ? 'Preparing…' : 'Export'}</span>
            {what && <span className="sr-only"> {what}</span>}
          </>
        }
      >
        <p className="px-2.5 pt-1.5 pb-1 text-sm text-ink-muted">
          {total === null ? `All ${many} shown` : counted(total, nouns)}, as
        </p>
        {(Object.keys(EXPORT_FORMATS) as ExportFormat[]).map((format) => (
          <MenuButton key={format} icon="document" onSelect={() => void prepare(format)}>
            {EXPORT_FORMATS[format].label}
            <span className="ml-auto font-normal text-ink-muted">
              .{format}
              {format === 'xlsx' && sheetsOf(total ?? 0) > 1 && `, ${sheetsOf(total ?? 0)} sheets`}
            </span>
          </MenuButton>
        ))}
        {config().capabilities.auditLog && (
          <p className="mt-1 border-t border-line px-2.5 pt-2 pb-1 text-sm text-ink-muted">
            Every export is recorded.
          </p>
        )}
      </Menu>
      <output className={state.is === 'begun' ? MESSAGE : 'sr-only'}>
        {state.is === 'begun' && (
          <>
            <Icon name="check" className="size-4.5 shrink-0 text-positive-text" />
            <span className="min-w-0 grow basis-48 wrap-anywhere">
              Download started: <b className="font-semibold">{state.name}</b>, {state.rows}.
            </span>
            <IconButton icon="close" label="Close" onClick={() => setState({ is: 'idle' })} />
          </>
        )}
      </output>
      {state.is === 'failed' && (
        <div role="alert" className={MESSAGE}>
          <span className="min-w-0 grow basis-60">
            The {many} could not be exported. {state.why}
          </span>
          <span className="flex shrink-0 gap-1">
            <Button look="quiet" icon="refresh" onClick={() => void prepare(state.format)}>
              Try again
            </Button>
            <IconButton icon="close" label="Close" onClick={() => setState({ is: 'idle' })} />
          </span>
        </div>
      )}
    </>
  )
}

/** Milliseconds after which a blob URL is revoked. The browser has read the blob by then. */
const REVOKE_DELAY_MS = 60_000

/** Starts a download by the browser, which writes a file of any size to the disk without holding it in memory. */
function download({ url, name }: { url: string; name: string }) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  // a browser ignores `download` for another origin, and the answer must not replace this page
  if (new URL(url, location.href).origin !== location.origin) link.target = '_blank'
  link.rel = 'noopener'
  link.click()
  if (url.startsWith('blob:')) setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}
