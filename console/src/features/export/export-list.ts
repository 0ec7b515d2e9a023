import type { Client } from '@mandap/client/client.ts'
import { encodeListToExport, type ListToExport } from '@mandap/contract/codec/export.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import { addressOf } from '../client/config.ts'

/**
 * Creates a file of a whole list and returns its URL. The URL may work only once, so only the browser's
 * download fetches it.
 */
export async function exportList(
  client: Client,
  list: ListToExport,
  { format, timeZone }: { format: ExportFormat; timeZone: string },
): Promise<{ url: string; name: string }> {
  const body = { ...encodeListToExport(list), format, timeZone }
  const { data } = await client.call('POST /exports', { body })
  return { url: addressOf(data.url), name: data.name }
}
