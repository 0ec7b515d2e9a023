import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '@mandap/server/testing/listen.ts'
import { expect, onTestFinished, test } from 'vitest'
import { fetchPdf } from './fetch-pdf.ts'

/** Milliseconds between two parts. */
const PART_MS = 400

/** Serves a PDF in parts, with pauses, and does not end it if it `stops`. */
async function slowPdf({ parts, stops = false }: { parts: number; stops?: boolean }) {
  async function send(response: ServerResponse) {
    response.write('%PDF-1.7')
    for (let part = 0; part < parts; part += 1) {
      await pause(PART_MS)
      response.write('.')
    }
    if (!stops) response.end()
  }
  const { url, close } = await listen((_request, response) => void send(response))
  onTestFinished(close)
  return url
}

test('waits for a large PDF as long as it arrives', async () => {
  const url = await slowPdf({ parts: 6 })
  // less than all pauses, and much more than one, because a busy machine makes it longer
  const maxPauseMs = 5 * PART_MS
  const bytes = await fetchPdf(url, new AbortController().signal, maxPauseMs)
  expect(bytes.byteLength).toBe('%PDF-1.7'.length + 6)
})

test('rejects a PDF that stops arriving', async () => {
  const url = await slowPdf({ parts: 0, stops: true })
  const fetched = fetchPdf(url, new AbortController().signal, PART_MS / 2)
  await expect(fetched).rejects.toThrow('stopped arriving')
})

test('ends when the person leaves', async () => {
  const url = await slowPdf({ parts: 0, stops: true })
  const left = new AbortController()
  const fetched = fetchPdf(url, left.signal)
  left.abort(new Error('left'))
  await expect(fetched).rejects.toThrow('left')
})
