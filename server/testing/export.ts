import type { startApi } from './api.ts'

type Api = Awaited<ReturnType<typeof startApi>>

/** Exports a list as the console does, and returns the whole file. Throws an error with any other response. */
export async function exportOf(api: Api, request: object) {
  const body = { format: 'csv', timeZone: 'Asia/Kolkata', ...request }
  const made = await api.call('POST', '/exports', { body })
  if (made.status !== 201) throw new Error(`${made.status}: ${JSON.stringify(made.body)}`)
  const { url } = (made.body as { data: { url: string } }).data
  const answer = await fetch(api.url + url)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`)
  const rows = text.trimEnd().split('\r\n').length - 1
  return { headers: answer.headers, bytes, text, rows }
}
