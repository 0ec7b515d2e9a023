import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport } from '@mandap/client/transport.ts'
import type { DemoSettings } from './demo-adapter.ts'
import { transportTo } from './worker-transport.ts'

/** Creates the transport of the demonstration without a server. Generates the records when the page is loaded. */
export function demoTransport(settings: DemoSettings, tokens: SessionTokens): Transport {
  const worker = new Worker(new URL('./demo-worker.ts', import.meta.url), { type: 'module' })
  return transportTo(worker, settings, tokens, async () => {
    const { createDemoAdapter } = await import('./demo-adapter.ts')
    return createDemoAdapter(settings, tokens)
  })
}
