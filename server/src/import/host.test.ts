import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { listen } from '../../testing/listen.ts'
import { tempPartnerSource } from './host.ts'
import { importSource } from './import.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

/** Imports temp partners of a host that answers each call like this. Calls are in the order of the ids, eight at a time. */
async function imported(
  ids: readonly string[],
  answer: (id: string, response: ServerResponse) => void,
) {
  const { url, close } = await listen(({ url: path = '' }, response) =>
    answer(path.replace('/temp-partner/', ''), response),
  )
  onTestFinished(close)
  const report = await importSource(scratch, tempPartnerSource({ url }, ids))
  return { ...report, problems: report.problems.map((problem) => problem.replaceAll(url, '')) }
}

const idsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}`)

test('imports the other temp partners if the host fails for some, and names those', async () => {
  const report = await imported(idsOf('some', 12), (id, response) => {
    if (id === 'some-0') response.end('null')
    else if (id === 'some-1') response.writeHead(500).end()
    else if (id === 'some-2') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    else if (id === 'some-3') response.writeHead(200, { 'content-length': 9 }).write('{}')
    else if (id === 'some-4') response.destroy()
    else if (id === 'some-9') response.writeHead(400).end('{}')
    else if (id === 'some-10') response.writeHead(404).end('{}')
    else response.end(JSON.stringify({ _id: id, PartnerName: 'Sana' }))
    if (id === 'some-3') setTimeout(() => response.destroy(), 50)
  })
  expect(report).toMatchObject({ read: 5, inserted: 5, refused: 0, isComplete: false })
  expect(report.problems).toEqual([
    '/temp-partner/some-0 does not answer with a record.',
    '/temp-partner/some-1 answers 500 Internal Server Error.',
    expect.stringMatching(/^\/temp-partner\/some-2 answers with a web page, not with JSON\. /),
    expect.stringMatching(/^\/temp-partner\/some-3 could not be read: /),
    expect.stringMatching(/^ cannot be reached: /),
    '/temp-partner/some-9 answers 400 Bad Request.',
  ])
})

test('imports the partner after many that the host does not have', async () => {
  const report = await imported(idsOf('deleted', 40), (id, response) => {
    if (id === 'deleted-39') response.end(JSON.stringify({ _id: id, PartnerName: 'Sana' }))
    else if (id.endsWith('1')) response.writeHead(400).end('{}')
    else response.end('null')
  })
  expect(report).toMatchObject({ read: 1, inserted: 1, isComplete: false, problemCount: 39 })
})

test.each([500, 429])(
  'stops fetching temp partners after three groups of calls failed with %i',
  async (status) => {
    const calls: string[] = []
    const report = await imported(idsOf('none', 40), (id, response) => {
      calls.push(id)
      response.writeHead(status).end()
    })
    expect(report).toMatchObject({ read: 0, isComplete: false, problemCount: 25 })
    expect(report.problems.at(-1)).toContain('24 calls in a row failed, and the rest were not made')
    expect(calls).toHaveLength(24)
  },
)
