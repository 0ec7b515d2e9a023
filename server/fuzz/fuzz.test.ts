import { expect, inject, test } from 'vitest'
import { runFuzz } from './run.ts'

// npm run test:fuzz sends many more, and asks for an answer within a second
test('no hostile request is answered with 5xx, or writes although it is refused', async () => {
  const seed = Math.floor(Math.random() * 1_000_000)
  const postgresUrl = inject('postgresUrl')
  const report = await runFuzz({ postgresUrl, count: 1000, seed, slow: 10_000 })
  expect(report.failures).toEqual([])
  expect(report.sent).toBe(1000)
  // enough of them reach the handlers
  expect(report.statuses['200']).toBeGreaterThan(100)
}, 60_000)
