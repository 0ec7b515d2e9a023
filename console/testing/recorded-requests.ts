import type { TransportRequest } from '@mandap/client/transport.ts'
import type { ScriptedHost } from './scripted-host.ts'

/** Returns a host that answers as the given one, and the requests that it gets. */
export function recordedRequests(host: ScriptedHost): {
  host: ScriptedHost
  requests: readonly TransportRequest[]
} {
  const requests: TransportRequest[] = []
  return {
    requests,
    host: {
      ...host,
      transport(tokens) {
        const transport = host.transport(tokens)
        return {
          ...transport,
          send(request, signal) {
            requests.push(request)
            return transport.send(request, signal)
          },
        }
      },
    },
  }
}
