import type { Client } from '@mandap/client/client.ts'
import { encodeListToExport, type ListToExport } from '@mandap/contract/codec/export.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import { addressOf } from '../app/config.ts'

/** Makes a file of a whole list. Its address may be good only once, so the browser itself fetches it. */
export async function exportList(
  client: Client,
  list: ListToExport,
  { format, timeZone }: { format: ExportFormat; timeZone: string },
): Promise<{ url: string; name: string }> {
  const body = { ...encodeListToExport(list), format, timeZone }
  const { data } = await client.call('POST /exports', { body })
  return { url: addressOf(data.url), name: data.name }
}
