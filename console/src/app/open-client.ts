import { type Client, createClient } from '@mandap/client/client.ts'
import { httpTransport } from '@mandap/client/http-transport.ts'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport } from '@mandap/client/transport.ts'
import type { Config } from './config.ts'

type Settings = Pick<Config, 'host' | 'kind' | 'apiKey' | 'superAdminNumbers'>

/** Returns the client of the host that the configuration names. */
export async function openClient(settings: Settings, tokens: SessionTokens): Promise<Client> {
  return createClient(await transportOf(settings, tokens))
}

async function transportOf(settings: Settings, tokens: SessionTokens): Promise<Transport> {
  const { host: base, kind, apiKey, superAdminNumbers } = settings
  if (kind === 'mandap') return httpTransport({ base, tokens })
  // a host with §7's calls alone needs more code, which others do not load
  const { plainTransport } = await import('../host/plain-transport.ts')
  return plainTransport({ base, ...tokens }, { apiKey, superAdminNumbers })
}
