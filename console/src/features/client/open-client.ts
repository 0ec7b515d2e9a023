import { type Client, createClient } from '@mandap/client/client.ts'
import { httpTransport } from '@mandap/client/http-transport.ts'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport } from '@mandap/client/transport.ts'
import { today } from '@mandap/domain/time/days.ts'
import type { Config } from './config.ts'
import { fetchFirst } from './first-calls.ts'
import { countWaiting } from './waiting-writes.ts'

type Settings = Pick<Config, 'host' | 'kind' | 'apiKey' | 'superAdminNumbers' | 'transport'>

/** Returns the client of the host that the configuration names. */
export async function openClient(settings: Settings, tokens: SessionTokens): Promise<Client> {
  return createClient(await transportOf(settings, tokens))
}

async function transportOf(settings: Settings, tokens: SessionTokens): Promise<Transport> {
  const { host: base, kind, apiKey, superAdminNumbers, transport } = settings
  if (transport) return transport(tokens)
  if (kind === 'mandap')
    return httpTransport({ base, tokens, onWaiting: countWaiting, fetch: fetchFirst })
  // a plain host needs more code, which the console loads only then
  if (kind === 'plain') {
    const { workerTransport } = await import('@mandap/adapter/worker-transport.ts')
    return workerTransport({ base, apiKey, superAdminNumbers }, tokens)
  }
  // the condition removes the demonstration from other builds
  if (import.meta.env.MODE !== 'demo') throw new Error('The demonstration is a build of its own.')
  const { demoTransport } = await import('@mandap/adapter/demo-transport.ts')
  const day = today(Date.now(), 'Asia/Kolkata')
  const samples = new URL('samples', document.baseURI).href
  return demoTransport({ today: day, samples }, tokens)
}
