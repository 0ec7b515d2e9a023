// The worker of the demonstration without a server: it generates the records and answers from them, for all tabs that
// share it.
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import { createDemonstration, type DemoSettings } from './demo-adapter.ts'
import type { DemoTab } from './demo-tabs.ts'
import { holdLock } from './held-lock.ts'
import { serveAdapter } from './serve-adapter.ts'
import type { FromWorker } from './worker-messages.ts'

let openTab: ((tokens: SessionTokens) => DemoTab) | undefined

function open(settings: unknown, tokens: SessionTokens): DemoTab {
  // a reload of the last tab resets the records, although the browser may keep the worker
  openTab ??= createDemonstration(settings as DemoSettings, () => (openTab = undefined))
  return openTab(tokens)
}

if ('onconnect' in globalThis) {
  const held = holdLock()
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports
    if (!port) return
    serveAdapter(port, open)
    port.start()
    void held.then((lock) => port.postMessage({ kind: 'held', lock } satisfies FromWorker))
  })
} else serveAdapter(globalThis, open)
