import { isAllowedOrigin } from '@mandap/domain/verification/document-address.ts'
import type { Config } from '../client/config.ts'
import type { OpenDocument } from './queries.ts'

/**
 * Returns the host of a document that the browser would not load, because the Content-Security-Policy of the
 * page at `page` does not name its origin; otherwise `null`. An external viewer loads documents itself.
 */
export function blockedHost(
  { url, kind }: Pick<OpenDocument, 'url' | 'kind'>,
  { host, documentOrigins, viewers }: Pick<Config, 'host' | 'documentOrigins' | 'viewers'>,
  page: string,
): string | null {
  if (documentOrigins === null || kind === 'office') return null
  if (kind === 'pdf' && viewers.pdf !== null) return null
  const own = [page, host].map((one) => new URL(one, page).origin)
  const address = new URL(url, page)
  return isAllowedOrigin(address, [...own, ...documentOrigins]) ? null : address.host
}
