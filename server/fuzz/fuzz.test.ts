import { expect, inject, test } from 'vitest'
import { runFuzz } from './run.ts'

// npm run test:fuzz sends many more requests, and requires a response within a second
test('answers no hostile request with 5xx, and rejected requests write nothing', async () => {
  const seed = Math.floor(Math.random() * 1_000_000)
  const postgresUrl = inject('postgresUrl')
  const report = await runFuzz({ postgresUrl, count: 1000, seed, slow: 10_000 })
  expect(report.failures).toEqual([])
  expect(report.sent).toBe(1000)
  // checks that enough requests reach the handlers
  expect(report.statuses['200']).toBeGreaterThan(100)
}, 300_000)
