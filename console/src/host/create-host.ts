import type { Line } from './call.ts'
import type { Host } from './host.ts'
import { mandapHost } from './mandap/mandap-host.ts'

/** What the host needs of /config.json. */
export interface HostSettings {
  host: string
  kind: 'mandap' | 'plain'
  apiKey: string
}

/** The host that the configuration names. A plain one loads its own code first. */
export async function createHost(
  { host, kind, apiKey }: HostSettings,
  session: Pick<Line, 'token' | 'onUnauthorised'>,
): Promise<Host> {
  const line: Line = { ...session, base: host.replace(/\/+$/, '') }
  if (kind === 'mandap') return mandapHost(line)
  const { plainHost } = await import('./plain/plain-host.ts')
  return plainHost(line, { apiKey })
}
