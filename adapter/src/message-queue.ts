/** Messages that are read one after another, as they arrive. */
export interface MessageQueue<M> {
  add(message: M): void
  /** Reads until the signal is aborted. */
  read(signal: AbortSignal): AsyncGenerator<M, void, undefined>
}

export function messageQueue<M>(): MessageQueue<M> {
  const waiting: M[] = []
  let wake = () => {}
  return {
    add(message) {
      waiting.push(message)
      wake()
    },
    async *read(signal) {
      signal.addEventListener('abort', () => wake())
      while (!signal.aborted) {
        const message = waiting.shift()
        if (message !== undefined) yield message
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
