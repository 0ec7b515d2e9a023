import { EXPORT_FORMATS, type ExportFormat, sheetsOf } from '@mandap/domain/export/format.ts'
import { counted, type Nouns } from '@mandap/domain/text/counted.ts'
import { type ReactNode, useCallback, useRef, useState } from 'preact/compat'
import { useToday } from '../time/today.ts'
import { ApiError } from '@mandap/client/api-error.ts'
import type { ListToExport } from '@mandap/contract/codec/export.ts'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { Button, buttonClasses, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'

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
  | { is: 'begun'; message: ReactNode }
  /** The format is null if the code of exports could not be loaded. */
  | { is: 'failed'; format: ExportFormat | null; why: string }

const PREPARING = 'An export is being prepared. Wait until it has started.'

const MESSAGE = 'bottom-message max-w-2xl flex-wrap justify-end gap-x-3 gap-y-1'

/** Exports all rows that match a list's filters, as a file in the chosen format. */
export function ExportButton({ list, total, nouns, what, size = 'medium' }: ExportButtonProps) {
  const [, many] = nouns
  const client = useClient()
  const today = useToday()
  const [state, setState] = useState<State>({ is: 'idle' })
  const menu = useRef<HTMLSpanElement>(null)
  const toButton = () => menu.current?.querySelector('button')
  const isOpen = useIsOpen()

  const close = useCallback(() => setState({ is: 'idle' }), [])

  function fail(format: ExportFormat | null, why: string) {
    setState({ is: 'failed', format, why })
    if (!isOpen.current) showToast('error', failureText(many, why))
  }

  async function prepare(format: ExportFormat) {
    if (state.is === 'preparing') return
    setState({ is: 'preparing' })
    // loaded on demand, because few visits to a list export it
    const code = await import('./start-export.tsx').catch((error: unknown) => {
      console.warn('The code of exports could not be loaded', error)
      return null
    })
    if (code === null) return fail(null, 'Check your connection and try again.')
    try {
      const rows = total === null ? `all ${many} shown` : counted(total, nouns)
      const how = { format, timeZone: today.timeZone }
      const onFailed = () => fail(format, 'The download failed. Try again in a minute.')
      const message = await code.startExport(client, list, how, { rows, onClose: close, onFailed })
      setState({ is: 'begun', message })
    } catch (error) {
      fail(format, error instanceof ApiError ? error.message : 'Try again.')
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
      <span ref={menu} className="contents">
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
          <ExportFormats total={total} nouns={nouns} preparing={preparing} onSelect={prepare} />
        </Menu>
      </span>
      <output className={state.is === 'begun' ? MESSAGE : 'sr-only'}>
        {state.is === 'begun' && (
          <FocusAfterRemoval as="span" to={toButton} className="contents">
            {state.message}
          </FocusAfterRemoval>
        )}
      </output>
      {state.is === 'failed' && (
        <FailedExport
          text={failureText(many, state.why)}
          // a browser does not load a failed chunk again
          onRetry={() => (state.format ? void prepare(state.format) : location.reload())}
          onClose={close}
          toButton={toButton}
        />
      )}
    </>
  )
}

function failureText(many: string, why: string): string {
  return `The ${many} could not be exported. ${why}`
}

interface ExportFormatsProps extends Pick<ExportButtonProps, 'total' | 'nouns'> {
  preparing: boolean
  onSelect: (format: ExportFormat) => Promise<void>
}

/** The content of the menu: what is exported, and each format. */
function ExportFormats({ total, nouns, preparing, onSelect }: ExportFormatsProps) {
  return (
    <>
      <p className="max-w-96 px-2.5 pt-1.5 pb-1 text-sm text-ink-muted">
        {preparing
          ? PREPARING
          : `${total === null ? `All ${nouns[1]} shown` : counted(total, nouns)}, as`}
      </p>
      {(Object.keys(EXPORT_FORMATS) as ExportFormat[]).map((format) => (
        <MenuButton
          key={format}
          icon="document"
          disabledReason={preparing ? PREPARING : undefined}
          onSelect={() => void onSelect(format)}
        >
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
    </>
  )
}

interface FailedExportProps {
  text: string
  onRetry: () => void
  onClose: () => void
  /** Returns what takes the focus when the message is removed. */
  toButton: () => HTMLElement | null | undefined
}

function FailedExport({ text, onRetry, onClose, toButton }: FailedExportProps) {
  return (
    <div role="alert" className={MESSAGE}>
      <span className="min-w-0 grow basis-60">{text}</span>
      <FocusAfterRemoval as="span" to={toButton} className="flex shrink-0 gap-1">
        <Button look="quiet" icon="refresh" onClick={onRetry}>
          Try again
        </Button>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </FocusAfterRemoval>
    </div>
  )
}
