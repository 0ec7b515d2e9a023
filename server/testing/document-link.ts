import type { startApi } from './api.ts'
import { ADMINISTRATOR } from './server.ts'

type Api = Awaited<ReturnType<typeof startApi>>

/** A link to a document: its whole address, and the cookie without which it does not work. */
export interface DocumentLink {
  address: string
  cookie: string
  /** The address for an external viewer, if the server has one. */
  publicUrl: string
}

/** Makes a link to a document as an administrator. Throws an error if it is refused. */
export async function makeDocumentLink(
  api: Api,
  id: string,
  { by = ADMINISTRATOR, headers = {} }: { by?: typeof ADMINISTRATOR; headers?: object } = {},
): Promise<DocumentLink> {
  const path = `/documents/${id}/link`
  const answer = await api.call('GET', path, { by, headers: { ...headers } })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  const { url, publicUrl = '' } = (answer.body as { data: { url: string; publicUrl?: string } })
    .data
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? []
  return { address: api.url + url, cookie, publicUrl }
}

/** Requests the content of a document, as an image of a page does. */
export function readDocument(
  { address, cookie }: Pick<DocumentLink, 'address' | 'cookie'>,
  headers = {},
): Promise<Response> {
  return fetch(address, { headers: { ...headers, cookie } })
}
