import { ApiError } from '@mandap/client/api-error.ts'
import type { Client } from '@mandap/client/client.ts'
import { type DocumentKind, documentKind } from '@mandap/domain/verification/document.ts'
import { isOwnDocument, webAddress } from '@mandap/domain/verification/document-address.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import { type Query, queryOptions } from '@tanstack/preact-query'
import { addressOf, config } from '../client/config.ts'
import { elevation, isElevationRequired } from '../session/current-elevation.ts'
import { grantHeader } from '../session/grant-header.ts'
import { kindOfContentType } from './content-type.ts'

/** A document that can be fetched from `url` until `goodFor` has passed. */
export interface OpenDocument {
  url: string
  /** The URL at which an external viewer can fetch the document. */
  publicUrl: string
  /** `null` if the kind is not known. */
  kind: DocumentKind | null
  /** Milliseconds until the link expires; null for a permanent URL. */
  goodFor: number | null
}

/** Thrown for an address of a document that is not a URL of the web. */
export class DocumentAddressError extends ApiError {
  constructor() {
    super('invalid', { call: 'GET document', message: 'The stored address is not a web address.' })
  }
}

/** Milliseconds for which a signed link is used. The server signs it for two minutes. */
const LINK_LASTS_MS = 110_000

/** Milliseconds for which a link is kept that no card observes. */
const UNOBSERVED_MS = 1000

/** Fetches a URL at which a partner's document can be read. */
export async function openDocument(
  client: Client,
  address: string,
  signal?: AbortSignal,
): Promise<OpenDocument> {
  if (!isOwnDocument(address) || !config().capabilities.documentLinks) return documentAt(address)
  const request = {
    params: { id: address.split('/').at(-1) ?? '' },
    headers: grantHeader(elevation.state().grant),
  }
  const { data } = await client.call('GET /documents/{id}/link', request, { signal })
  const url = addressOf(data.url)
  return {
    url,
    publicUrl: data.publicUrl || url,
    kind: kindOfContentType(data.type) ?? documentKind(data.name),
    goodFor: readInstant(data.expiresAt) === null ? null : LINK_LASTS_MS,
  }
}

/** Returns a document at a URL of the web. Throws for other URLs, such as `javascript:`. */
function documentAt(address: string): OpenDocument {
  const url = webAddress(address)
  if (url === null) throw new DocumentAddressError()
  return { url: url.href, publicUrl: url.href, kind: documentKind(address), goodFor: null }
}

/** Returns the query of a partner's document. Renews its link when it expires. */
export function openedDocument(client: Client, partnerId: string, address: string) {
  return queryOptions({
    queryKey: ['documents', partnerId, address],
    queryFn: ({ signal }) => openDocument(client, address, signal),
    staleTime: ({ state }) => state.data?.goodFor ?? Number.POSITIVE_INFINITY,
    // a new link would restart a video
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // the card requests the link before it observes the query
    gcTime: UNOBSERVED_MS,
  })
}

/** Returns the documents of a partner that only a Super Admin can open now, as a filter of queries. */
export function refusedDocuments(partnerId: string) {
  return {
    queryKey: ['documents', partnerId] as const,
    predicate: ({ state }: Query) => isElevationRequired(state.error),
  }
}
