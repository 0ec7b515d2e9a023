import { ApiError } from '@mandap/client/api-error.ts'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport } from '@mandap/client/transport.ts'
import { whenReleased } from './held-lock.ts'
import type { FromWorker, PageEnd, ToWorker } from './worker-messages.ts'

interface ServedAdapter extends Transport {
  /** Makes the next reads fetch the lists again. Missing if nobody else changes the records. */
  expire?(): void
  /** Called when the page is closed. */
  close?(): void
}

/** Answers a page's messages in a worker, with the adapter that `create` returns for the settings. */
export function serveAdapter(
  page: PageEnd,
  create: (settings: unknown, tokens: SessionTokens) => ServedAdapter,
): void {
  let adapter: ServedAdapter | null = null
  let token: string | null = null
  const running = new Map<number, AbortController>()
  const streams = new Map<string, AbortController>()
  // the page compares persons, renews a rejected token and sends the request again
  const tokens: SessionTokens = { person: () => '', token: () => token, onUnauthorised() {} }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  const post = (message: FromWorker) => page.postMessage(message)

  page.addEventListener('message', ({ data }) => {
    switch (data.kind) {
      case 'open':
        adapter = create(data.settings, tokens)
        adapter.watch(() => post({ kind: 'changed' }))
        break
      case 'send':
        token = data.token
        void answer(data)
        break
      case 'abort':
        running.get(data.id)?.abort()
        break
      case 'refresh':
        adapter?.refresh()
        break
      case 'expire':
        adapter?.expire?.()
        break
      case 'follow':
        void follow(data)
        break
      case 'unfollow':
        streams.get(data.stream)?.abort()
        break
      case 'held':
        whenReleased(data.lock, close)
    }
  })

  async function answer({ id, request }: ToWorker & { kind: 'send' }): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      // a key stroke aborts the last request and sends a new one; waiting one task lets a queued abort arrive first
      await new Promise((resolve) => setTimeout(resolve))
      if (controller.signal.aborted || !adapter) return
      post({ kind: 'answer', id, answer: await adapter.send(request, controller.signal) })
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof ApiError) {
        const { cause, ...details } = error.details
        if (cause) console.warn(cause)
        post({ kind: 'failure', id, error: error.kind, details })
      } else post({ kind: 'defect', id, message: String(error) })
    } finally {
      running.delete(id)
    }
  }

  async function follow({ stream, missed }: ToWorker & { kind: 'follow' }): Promise<void> {
    if (!adapter?.follow) return
    const controller = new AbortController()
    streams.set(stream, controller)
    for await (const message of adapter.follow(missed, controller.signal))
      post({ kind: 'live', stream, message })
    streams.delete(stream)
  }

  function close() {
    for (const controller of streams.values()) controller.abort()
    adapter?.close?.()
    adapter = null
  }
}
