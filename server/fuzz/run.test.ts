import { describe, expect, test } from 'vitest'
import { flawsOf } from './run.ts'
import { OUTSIDE } from './world.ts'

const TRACE = 'Error: no\n    at find (file:///mandap/server/src/booking/store.ts:12:3)'

const answer = (status: number, body: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body,
})

describe('the flaws of a response', () => {
  test('are none if it is fast, is no error of the server and wrote nothing', () => {
    expect(flawsOf(answer(400, '{"error":{"message":"at line 3"}}'), 20, [], 1000)).toEqual([])
  })

  test.each([
    ['in a text', TRACE],
    ['in a string of JSON', JSON.stringify({ message: TRACE })],
    ['of a package', JSON.stringify({ stack: TRACE.replace('store.ts', 'index.cjs') })],
  ])('include a stack trace %s', (_, body) => {
    expect(flawsOf(answer(400, body), 20, [], 1000)).toEqual(['answered 400 with a stack trace'])
  })

  test('include a file outside the console', () => {
    expect(flawsOf(answer(200, OUTSIDE), 20, [], 1000)).toEqual([
      'answered 200 with a file outside the console',
    ])
  })

  test('include what a refused request wrote, and a slow response', () => {
    expect(flawsOf(answer(409, ''), 1200, ['passkey'], 1000)).toEqual([
      'took 1200 ms',
      'answered 409, and wrote to passkey',
    ])
  })

  test('include an error of the server, unless it announced an overload', () => {
    expect(flawsOf(answer(503, ''), 20, [], 1000)).toEqual(['answered 503 '])
    expect(flawsOf(answer(503, '', { 'retry-after': '2' }), 20, [], 1000)).toEqual([])
  })
})
