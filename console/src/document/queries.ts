import { ApiError } from '@mandap/client/api-error.ts'
import type { Client } from '@mandap/client/client.ts'
import { type DocumentKind, documentKind } from '@mandap/domain/verification/document.ts'
import { isOwnDocument, webAddress } from '@mandap/domain/verification/document-address.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import { queryOptions } from '@tanstack/react-query'
import { addressOf, config } from '../app/config.ts'
import { kindOfContentType } from './content-type.ts'

/** A document that can be fetched from its `url` as it is, until `goodFor` has passed. */
export interface OpenDocument {
  url: string
  /** The same document as others than this browser reach it: an external viewer. */
  publicUrl: string
  /** `null` if its kind cannot be told. */
  kind: DocumentKind | null
  /** Milliseconds after which another link is needed; null for an address that stays. */
  goodFor: number | null
}

/** The code of a document whose address leads nowhere. */
export const NO_ADDRESS = 'NO_ADDRESS'

/** Milliseconds for which a signed link is used; the server signs it for two minutes. */
const LINK_LASTS_MS = 110_000

/** Opens a partner's document for reading. */
export async function openDocument(
  client: Client,
  address: string,
  signal?: AbortSignal,
): Promise<OpenDocument> {
  if (!isOwnDocument(address) || !config().capabilities.documentLinks) return documentAt(address)
  const request = { params: { id: address.split('/').at(-1) ?? '' } }
  const { data } = await client.call('GET /documents/{id}/link', request, { signal })
  const url = addressOf(data.url)
  return {
    url,
    publicUrl: data.publicUrl || url,
    kind: kindOfContentType(data.type) ?? documentKind(data.name),
    goodFor: readInstant(data.expiresAt) === null ? null : LINK_LASTS_MS,
  }
}

/** A document at an address of the web; `javascript:` and the like are none. */
function documentAt(address: string): OpenDocument {
  const url = webAddress(address)
  if (url === null) throw new ApiError('invalid', { call: 'GET document', code: NO_ADDRESS })
  return { url: url.href, publicUrl: url.href, kind: documentKind(address), goodFor: null }
}

/** A partner's document; its link is renewed once it is no longer good. */
export function openedDocument(client: Client, partnerId: string, address: string) {
  return queryOptions({
    queryKey: ['documents', partnerId, address],
    queryFn: ({ signal }) => openDocument(client, address, signal),
    staleTime: ({ state }) => state.data?.goodFor ?? Number.POSITIVE_INFINITY,
    // a link in use stays as it is: a video would begin again
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
}
