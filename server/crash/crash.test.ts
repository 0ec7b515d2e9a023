import { expect, test } from 'vitest'
import { runCrash } from './run.ts'

// npm run test:crash runs many more rounds
test('loses no acknowledged write when everything, a backend of PostgreSQL or the server is killed', async () => {
  const report = await runCrash({ rounds: 3, seed: Math.floor(Math.random() * 1_000_000) })
  expect(report.failures).toEqual([])
  expect(report.rounds).toBe(3)
  // checks that there was something to lose
  expect(report.acknowledged).toBeGreaterThan(30)
}, 300_000)
