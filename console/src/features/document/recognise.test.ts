import { afterEach, describe, expect, test } from 'vitest'
import { answeringServer } from '@mandap/client/testing/answering-server.ts'
import { misnamed, type Recognised, recognise } from './recognise.ts'

const closers: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

interface File {
  type?: string
  body?: string
  status?: number
}

/** Returns what `recognise` finds out about a file, in a browser that can or cannot draw it. */
async function recognised({ type, body = '', status = 200 }: File, drawn = false) {
  const server = await answeringServer((_request, response) => {
    if (type !== undefined) response.setHeader('content-type', type)
    response.writeHead(status).end(body)
  })
  closers.push(server.close)
  return recognise(server.url, new AbortController().signal, () => Promise.resolve(drawn))
}

describe('a document with an unknown kind of URL (§2.10)', () => {
  test.each([
    ['image/jpeg', 'image'],
    ['IMAGE/PNG; charset=binary', 'image'],
    ['application/pdf', 'pdf'],
    ['application/msword', 'office'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'office'],
    ['video/mp4', 'video'],
    ['video/3gpp', 'video'],
  ])('with the Content-Type %s is shown as %s', async (type, kind) => {
    expect(await recognised({ type })).toBe(kind)
  })

  test.each(['application/octet-stream', 'binary/octet-stream', 'text/plain', undefined])(
    'with the Content-Type %s is recognised by its content',
    async (type) => {
      const of = type === undefined ? {} : { type }
      expect(await recognised({ ...of, body: '\n%PDF-1.7' })).toBe('pdf')
      expect(await recognised({ ...of, body: `${'x'.repeat(4096)}%PDF-1.7` })).toBe('unknown')
      expect(await recognised({ ...of, body: 'a picture' }, true)).toBe('image')
      expect(await recognised({ ...of, body: 'a program' })).toBe('unknown')
    },
  )

  test('is shown without being readable if it is an image', async () => {
    const gone = await answeringServer(() => {})
    await gone.close()
    const { signal } = new AbortController()
    expect(await recognise(gone.url, signal, () => Promise.resolve(true))).toBe('image')
    expect(await recognise(gone.url, signal, () => Promise.resolve(false))).toBe('unreadable')
  })

  test.each([403, 404, 500])('fails with status %i', async (status) => {
    await expect(recognised({ status, type: 'image/png' }, true)).rejects.toThrow(String(status))
  })

  test('cancels its request when its screen is closed', async () => {
    const server = await answeringServer(() => {})
    closers.push(server.close)
    const left = new AbortController()
    const request = recognise(server.url, left.signal, () => Promise.resolve(true))
    left.abort()
    await expect(request).rejects.toThrow(/abort/i)
  })
})

describe('a document that its viewer could not show', () => {
  const { signal } = new AbortController()

  async function found(kind: Recognised, body: string, drawn: boolean, status = 200) {
    const server = await answeringServer((_request, response) => {
      response.writeHead(status).end(body)
    })
    closers.push(server.close)
    return misnamed(kind, server.url, signal, () => Promise.resolve(drawn))
  }

  test('is shown as an image if the browser can draw what is named as a PDF', async () => {
    const picture = { kind: 'image', url: expect.stringMatching(/^blob:/) }
    expect(await found('pdf', 'a picture', true)).toEqual(picture)
  })

  test('is shown as a PDF if it begins like one and is named as an image', async () => {
    expect(await found('image', '%PDF-1.7', false)).toMatchObject({ kind: 'pdf' })
  })

  test.each([
    ['pdf', 'neither', false, 200],
    ['image', 'neither', false, 200],
    ['video', '%PDF-1.7', true, 200],
    ['image', '%PDF-1.7', true, 503],
    ['pdf', 'a picture', true, 503],
  ] as const)(
    'stays a %s with the content "%s", drawn: %s, status %i',
    async (kind, body, drawn, status) => {
      expect(await found(kind, body, drawn, status)).toBeNull()
    },
  )

  test('is not looked at any longer when its screen is closed', async () => {
    const server = await answeringServer(() => {})
    closers.push(server.close)
    const left = new AbortController()
    const looking = misnamed('pdf', server.url, left.signal, () => Promise.resolve(true))
    left.abort()
    expect(await looking).toBeNull()
  })
})
