import type { Client } from '@mandap/client/client.ts'
import { encodeListToExport, type ListToExport } from '@mandap/contract/codec/export.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import { type ReactNode, useEffect } from 'preact/compat'
import { addressOf } from '../client/config.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { download } from './download.ts'

/** Milliseconds for which the message about a download is shown. */
const SHOWN_MS = 10_000

interface MessageOptions {
  /** The number of rows: '1,204 bookings'. */
  rows: string
  onClose: () => void
}

interface DownloadOptions extends MessageOptions {
  /** Called if the host answers the download with an error. */
  onFailed: () => void
}

/** Creates a file of a whole list, starts its download, and returns a message that names the file. */
export async function startExport(
  client: Client,
  list: ListToExport,
  { format, timeZone }: { format: ExportFormat; timeZone: string },
  { onFailed, ...message }: DownloadOptions,
): Promise<ReactNode> {
  const body = { ...encodeListToExport(list), format, timeZone }
  const { data } = await client.call('POST /exports', { body })
  // the file may be read only once, so only the browser's download fetches it
  const { secret, name } = data
  download({ url: addressOf(data.url), name, secret, onFailed })
  return <DownloadStarted name={data.name} {...message} />
}

function DownloadStarted({ name, rows, onClose }: MessageOptions & { name: string }) {
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [onClose])
  return (
    <>
      <Icon name="check" className="size-4.5 shrink-0 text-positive-text" />
      <span className="min-w-0 grow basis-48 wrap-anywhere">
        Download started: <b className="font-semibold">{name}</b>, {rows}.
      </span>
      <IconButton icon="close" label="Close" onClick={onClose} />
    </>
  )
}
