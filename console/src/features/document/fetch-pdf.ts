/** Milliseconds without a byte after which a PDF counts as failed. A large one may take long on a slow connection. */
const MAX_PAUSE_MS = 30_000

/**
 * Fetches the bytes without the person's session. Rejects a file that is no PDF, and one that has stopped arriving for
 * `maxPauseMs`.
 */
export async function fetchPdf(
  url: string,
  left: AbortSignal,
  maxPauseMs = MAX_PAUSE_MS,
): Promise<ArrayBuffer> {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  function restart() {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(new Error('The document stopped arriving.')), maxPauseMs)
  }
  restart()
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([left, stalled.signal]),
      referrerPolicy: 'no-referrer',
      credentials: 'same-origin',
    })
    if (!answer.ok) throw new Error(`The document answered ${answer.status}.`)
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        restart()
        controller.enqueue(chunk)
      },
    })
    const bytes = await new Response(answer.body?.pipeThrough(counted)).arrayBuffer()
    const beginning = new TextDecoder('latin1').decode(bytes.slice(0, 1024))
    if (!beginning.includes('%PDF-')) throw new Error('The document is no PDF.')
    return bytes
  } finally {
    clearTimeout(timer)
  }
}
