import { expect, test } from 'vitest'
import { run } from './process.ts'

const here = (program: string, limit: number) =>
  run('.', ['--eval', program], { env: { SAID: 'All pass.' }, limit })

test('returns the exit code and the output of a run', async () => {
  const program = 'console.log(process.env.SAID); process.exitCode = 3'
  expect(await here(program, 30_000)).toEqual({ code: 3, output: 'All pass.\n', isLate: false })
}, 30_000)

test('a run that does not end in time is late, also if a child of it continues', async () => {
  const program = `
    const wait = 'setTimeout(() => {}, 20_000)'
    require('node:child_process').spawn(process.execPath, ['--eval', wait], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  const began = performance.now()
  expect(await here(program, 500)).toMatchObject({ isLate: true })
  expect(performance.now() - began).toBeLessThan(10_000)
}, 30_000)
