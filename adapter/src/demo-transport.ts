import type { Follow } from '@mandap/client/live-message.ts'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport } from '@mandap/client/transport.ts'
import type { DemoSettings } from './demo-adapter.ts'
import { followWorker } from './follow-worker.ts'
import { holdLock, whenReleased } from './held-lock.ts'
import { postTo, type WorkerEnd } from './worker-messages.ts'
import { transportTo } from './worker-transport.ts'

/**
 * Creates the transport of the demonstration without a server. All tabs of the browser share the records, which are
 * generated when the first one is opened.
 */
export function demoTransport(settings: DemoSettings, tokens: SessionTokens): Transport {
  const here = async () => {
    const { createDemonstration } = await import('./demo-adapter.ts')
    return createDemonstration(settings)(tokens)
  }
  // without both, each tab has its own records
  if (typeof SharedWorker === 'undefined' || !navigator.locks) {
    const own = () => new Worker(new URL('./demo-worker.ts', import.meta.url), { type: 'module' })
    return transportTo(own, settings, tokens, here)
  }
  let follow: Follow
  const shared = () => {
    const worker = sharedWorker()
    follow = followWorker(worker)
    endTogether(worker)
    return worker
  }
  const transport = transportTo(shared, settings, tokens, here)
  const followCurrent: Follow = (...given) => follow(...given)
  return { ...transport, follow: Object.assign(followCurrent, { isOfTab: true }) }
}

function sharedWorker(): WorkerEnd {
  const shared = new SharedWorker(new URL('./demo-worker.ts', import.meta.url), { type: 'module' })
  const { port } = shared
  port.start()
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
    postMessage: (message) => port.postMessage(message),
    addEventListener: (type: string, listener: (event: never) => void) =>
      (type === 'error' ? shared : port).addEventListener(type, listener as EventListener),
    terminate: () => port.close(),
  }
}

/** Tells the worker when this tab is closed, and reloads the tab if the worker has ended or has closed it. */
function endTogether(worker: WorkerEnd): void {
  void holdLock().then((lock) => postTo(worker, { kind: 'held', lock }))
  worker.addEventListener('message', ({ data }) => {
    // the worker's process has crashed, and the records with it
    if (data.kind === 'held') whenReleased(data.lock, () => location.reload())
  })
  // the worker has closed the tab of a page that the browser shows again
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
