import type { Method } from './http.ts'
import type { TransportRequest } from './transport.ts'

/** Returns the method and path of a call, with encoded parameters. */
export function callPath({ key, params = {} }: Pick<TransportRequest, 'key' | 'params'>): {
  method: Method
  path: string
} {
  const [method = '', template = ''] = key.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return { method: method as Method, path }
}
