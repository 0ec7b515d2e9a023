import { type Client, malformed } from '@mandap/client/client.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { grantHeader } from '../session/grant-header.ts'

/** Fetches one personal number of a partner by the path of its field. Do not store the result. */
export async function revealNumber(
  client: Client,
  { id }: Pick<Partner, 'id'>,
  field: string,
  { grant, signal }: { grant: string | null; signal: AbortSignal },
): Promise<string> {
  const request = { params: { id }, headers: grantHeader(grant), body: { field } }
  const { data } = await client.call('POST /partners/{id}/reveal', request, { signal })
  const number = clean(data.value)
  if (number === '') throw malformed('POST /partners/{id}/reveal', request)
  return number
}
