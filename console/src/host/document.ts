import { type DocumentKind, documentKind } from '@mandap/domain/verification/document.ts'
import { isOwnDocument, webAddress } from '@mandap/domain/verification/document-address.ts'
import { kindOfType } from '@mandap/domain/verification/upload.ts'
import { readInstant, readObject, readOne, readText } from '@mandap/domain/wire/read.ts'
import { ask, type Line } from './call.ts'
import { HostFailure } from './failure.ts'
import type { OpenDocument } from './host.ts'

/** The code of a document whose address leads nowhere, however often it is tried. */
export const NO_ADDRESS = 'NO_ADDRESS'

/** Milliseconds that a signed link of ours is used for; the server signs it for two minutes. */
const LINK_LASTS = 110_000

/** A document whose address is a plain one of the web; `javascript:` and its like are none. */
export function documentAt(address: string): OpenDocument {
  const url = webAddress(address)
  if (url === null) throw new HostFailure('invalid', { call: 'GET document', code: NO_ADDRESS })
  return { url: url.href, publicUrl: url.href, kind: documentKind(address), goodFor: null }
}

/** A document of our own server, by a link signed for it; any other by its plain address. */
export async function openMandapDocument(
  line: Line,
  address: string,
  signal?: AbortSignal,
): Promise<OpenDocument> {
  if (!isOwnDocument(address)) return documentAt(address)
  const json = readObject(readOne(await ask(line, 'GET', `${address}/link`, { signal })))
  const path = readText(json['url'])
  if (path === '') throw new HostFailure('malformed', { call: `GET ${address}/link` })
  const expires = readInstant(json['expiresAt'])
  const url = /^https?:/.test(path) ? path : `${line.base}${path}`
  return {
    url,
    publicUrl: readText(json['publicUrl']) || url,
    kind: kindOfContentType(readText(json['type'])) ?? documentKind(readText(json['name'])),
    goodFor: expires === null ? null : LINK_LASTS,
  }
}

/** How a document with this Content-Type is shown (§2.10); `null` where the type does not tell. */
export function kindOfContentType(contentType: string): DocumentKind | null {
  const [type = ''] = contentType.split(';')
  const plain = type.trim().toLowerCase()
  return kindOfType(plain) ?? (plain.startsWith('video/') ? 'video' : null)
}
