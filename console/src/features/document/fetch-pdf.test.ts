import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchPdf } from './fetch-pdf.ts'

const PDF_URL = 'https://host.example/1.pdf'
const BEGINNING = '%PDF-1.7'
const MAX_PAUSE_MS = 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers `fetch` with a PDF that has begun. Returns what sends the next bytes and ends it. */
function slowPdf() {
  let body: ReadableStreamDefaultController<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) })
  const send = (text: string) => body.enqueue(new TextEncoder().encode(text))
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    // the body of an aborted request fails
    signal.addEventListener('abort', () => body.error(signal.reason))
    return new Response(stream)
  })
  send(BEGINNING)
  return { send, end: () => body.close() }
}

test('waits for a large PDF as long as it arrives', async () => {
  const { send, end } = slowPdf()
  const fetched = fetchPdf(PDF_URL, new AbortController().signal, MAX_PAUSE_MS)
  for (let part = 0; part < 6; part += 1) {
    await vi.advanceTimersByTimeAsync(0.9 * MAX_PAUSE_MS)
    send('.')
  }
  end()
  expect((await fetched).byteLength).toBe(BEGINNING.length + 6)
})

test('rejects a PDF that stops arriving', async () => {
  slowPdf()
  const fetched = fetchPdf(PDF_URL, new AbortController().signal, MAX_PAUSE_MS)
  await Promise.all([
    expect(fetched).rejects.toThrow('stopped arriving'),
    vi.advanceTimersByTimeAsync(MAX_PAUSE_MS),
  ])
})

test('ends when the person leaves', async () => {
  slowPdf()
  const left = new AbortController()
  const fetched = fetchPdf(PDF_URL, left.signal)
  left.abort(new Error('left'))
  await expect(fetched).rejects.toThrow('left')
})
