import type { startApi } from './api.ts'

type Api = Awaited<ReturnType<typeof startApi>>

export interface PreparedExport {
  url: string
  secret: string
  name: string
  expiresAt: string
}

/** Prepares the export of a list. Throws an error with any other response. */
export async function prepareExport(api: Api, request: object): Promise<PreparedExport> {
  const body = { format: 'csv', timeZone: 'Asia/Kolkata', ...request }
  const made = await api.call('POST', '/exports', { body })
  if (made.status !== 201) throw new Error(`${made.status}: ${JSON.stringify(made.body)}`)
  return (made.body as { data: PreparedExport }).data
}

/** Requests the file of a prepared export, as the form of the console does. */
export function readExport(
  api: Pick<Api, 'url'>,
  { url, secret }: Pick<PreparedExport, 'url' | 'secret'>,
  signal?: AbortSignal,
): Promise<Response> {
  const body = new URLSearchParams({ secret })
  return fetch(api.url + url, { method: 'POST', body, signal: signal ?? null })
}

/** Exports a list as the console does, and returns the whole file. Throws an error with any other response. */
export async function exportOf(api: Api, request: object) {
  const answer = await readExport(api, await prepareExport(api, request))
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`)
  const rows = text.trimEnd().split('\r\n').length - 1
  return { headers: answer.headers, bytes, text, rows }
}
