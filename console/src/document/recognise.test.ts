import { afterEach, describe, expect, test } from 'vitest'
import { answeringServer } from '@mandap/client/testing/answering-server.ts'
import { recognise } from './recognise.ts'

const closers: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

interface File {
  type?: string
  body?: string
  status?: number
}

/** What is found out about a file, on a browser that can or cannot draw it. */
async function recognised({ type, body = '', status = 200 }: File, drawn = false) {
  const server = await answeringServer((_request, response) => {
    if (type !== undefined) response.setHeader('content-type', type)
    response.writeHead(status).end(body)
  })
  closers.push(server.close)
  return recognise(server.url, new AbortController().signal, () => Promise.resolve(drawn))
}

describe('a document whose address does not tell its kind (§2.10)', () => {
  test.each([
    ['image/jpeg', 'image'],
    ['IMAGE/PNG; charset=binary', 'image'],
    ['application/pdf', 'pdf'],
    ['application/msword', 'office'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'office'],
    ['video/mp4', 'video'],
    ['video/3gpp', 'video'],
  ])('of the Content-Type %s is shown as %s', async (type, kind) => {
    expect(await recognised({ type })).toBe(kind)
  })

  test.each(['application/octet-stream', 'binary/octet-stream', 'text/plain', undefined])(
    'of the Content-Type %s is recognised by its content',
    async (type) => {
      const of = type === undefined ? {} : { type }
      expect(await recognised({ ...of, body: '\n%PDF-1.7' })).toBe('pdf')
      expect(await recognised({ ...of, body: `${'x'.repeat(4096)}%PDF-1.7` })).toBe('unknown')
      expect(await recognised({ ...of, body: 'a picture' }, true)).toBe('image')
      expect(await recognised({ ...of, body: 'a program' })).toBe('unknown')
    },
  )

  test('that this page may not read is shown where it is a picture', async () => {
    const gone = await answeringServer(() => {})
    await gone.close()
    const { signal } = new AbortController()
    expect(await recognise(gone.url, signal, () => Promise.resolve(true))).toBe('image')
    expect(await recognise(gone.url, signal, () => Promise.resolve(false))).toBe('unreadable')
  })

  test.each([403, 404, 500])('that answers %i is a failure', async (status) => {
    await expect(recognised({ status, type: 'image/png' }, true)).rejects.toThrow(String(status))
  })

  test('is not asked for any longer once its screen is left', async () => {
    const server = await answeringServer(() => {})
    closers.push(server.close)
    const left = new AbortController()
    const asked = recognise(server.url, left.signal, () => Promise.resolve(true))
    left.abort()
    await expect(asked).rejects.toThrow(/abort/i)
  })
})
