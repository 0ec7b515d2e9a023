import { isAllowedOrigin, webAddress } from '@mandap/domain/verification/document-address.ts'
import { counted, countText } from '@mandap/domain/text/counted.ts'
import { shown } from '@mandap/domain/text/text.ts'
import type { CopyFailure, CopyReport } from './documents.ts'
import type { RemoteCount } from './remote-documents.ts'

/** Returns the lines of a report: the sums, then one line per failure that the report keeps. */
export function copySummary({
  copied,
  replaced,
  destroyed,
  failures,
  failureCount,
}: CopyReport): string[] {
  const sum = [`${documents(copied)} copied into this server`]
  if (replaced > 0) sum.push(`${countText(replaced)} replaced by another person in the meantime`)
  if (destroyed > 0)
    sum.push(`${countText(destroyed)} not copied again, because the copy was destroyed`)
  if (failureCount > 0) sum.push(`${countText(failureCount)} not copied`)
  const more = failureCount - failures.length
  return [
    `${sum.join(', ')}.`,
    ...failures.map((failure) => `  ${shown(failureText(failure))}`),
    ...(more > 0 ? [`  and ${countText(more)} more`] : []),
    ...(failureCount > 0 ? ['To try them again: npm run import -- --documents'] : []),
  ]
}

function failureText({ document, reason }: CopyFailure): string {
  const { partnerId, partnerName, field, address } = document
  return `${partnerName || 'Partner'} (${partnerId}), ${field} ${printable(address)}: ${reason}`
}

const MAX_ADDRESS = 200

/** Returns the address without user name, password, query and fragment, which may contain secrets. */
function printable(address: string): string {
  const url = webAddress(address)
  const [plain = ''] = url ? [`${url.origin}${url.pathname}`] : address.split(/[?#]/)
  return plain.length > MAX_ADDRESS ? `${plain.slice(0, MAX_ADDRESS)}…` : plain
}

/**
 * Returns lines that list the origins from which the console may not load documents, and how to change that;
 * none if all are allowed. `own` is the server's own origin, `allowed` its DOCUMENT_ORIGINS.
 */
export function originsNotice(
  { byOrigin }: RemoteCount,
  own: string,
  allowed: readonly string[] = [],
): string[] {
  const blocked = [...byOrigin]
    .filter(([origin]) => !isAllowedOrigin(new URL(origin), [own, ...allowed]))
    .toSorted(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1))
  if (blocked.length === 0) return []
  const width = Math.max(...blocked.map(([origin]) => origin.length))
  const origins = [...allowed, ...blocked.map(([origin]) => origin)]
  return [
    'The console cannot show documents from these addresses yet:',
    ...blocked.map(([origin, count]) => `  ${origin.padEnd(width)}  ${documents(count)}`),
    'Copy them into this server, where they are private:',
    '  npm run import -- --documents',
    'Or leave them there, and start the server with this setting:',
    `  DOCUMENT_ORIGINS=${origins.join(',')}`,
  ]
}

function documents(count: number): string {
  return counted(count, ['document', 'documents'])
}
