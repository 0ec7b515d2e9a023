import { expect, inject, test } from 'vitest'
import { createScratch } from '../testing/scratch.ts'
import { runRaces } from './run.ts'

// npm run test:races runs many more races
test('some order explains every answer to 50 administrators who change ten records through two processes', async () => {
  const scratch = await createScratch(inject('postgresUrl'), inject('postgresTemplate'))
  const seed = Math.floor(Math.random() * 1_000_000)
  const { flaws, answers } = await runRaces({ databaseUrl: scratch.url, runs: 1, seed })
  await scratch.drop()
  expect(flaws).toEqual([])
  // checks that there was something to explain
  const count = (statuses: RegExp) =>
    Object.entries(answers).reduce((sum, [answer, n]) => (statuses.test(answer) ? sum + n : sum), 0)
  expect(count(/^[^r].* 20[01]$/)).toBeGreaterThan(50)
  expect(count(/ 4\d\d /)).toBeGreaterThan(50)
}, 300_000)
