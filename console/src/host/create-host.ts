import type { Line } from './call.ts'
import type { Host } from './host.ts'
import { mandapHost } from './mandap/mandap-host.ts'

/** What the host needs of /config.json. */
export interface HostSettings {
  /** Without a trailing slash; '' is the console's own origin. */
  host: string
  kind: 'mandap' | 'plain'
  apiKey: string | null
  /** Plain host only. */
  superAdminNumbers?: readonly string[]
}

/** The host that the configuration names. A plain one loads its own code first. */
export async function createHost(
  { host, kind, apiKey, superAdminNumbers }: HostSettings,
  session: Omit<Line, 'base'>,
): Promise<Host> {
  const line: Line = { ...session, base: host }
  if (kind === 'mandap') return mandapHost(line)
  const { plainHost } = await import('./plain/plain-host.ts')
  return plainHost(line, { apiKey, ...(superAdminNumbers && { superAdminNumbers }) })
}
