import { HOUR } from '@mandap/domain/time/days.ts'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleCleanup, taskFailures } from './schedule-cleanup.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

/** Returns an app with a task, and the promise that its first run waits for. */
async function withTask() {
  const app = Fastify()
  const first = Promise.withResolvers<void>()
  const task = vi.fn<() => Promise<void>>(() => first.promise)
  scheduleCleanup(app, 'sessions', task)
  await app.ready()
  return { app, task, first }
}

test('runs a task each hour, also after a failure, and skips a run while one continues', async () => {
  const { app, task, first } = await withTask()
  await vi.advanceTimersByTimeAsync(3 * HOUR)
  expect(task).toHaveBeenCalledTimes(1)
  first.reject(new Error('failed on purpose'))
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(task).toHaveBeenCalledTimes(2)
  await app.close()
})

test('counts the runs of each task that failed, also those of scopes', async () => {
  const app = Fastify()
  const fail = () => Promise.reject(new Error('failed on purpose'))
  scheduleCleanup(app, 'sessions', async () => {})
  await app.register(async (scope) => scheduleCleanup(scope, 'openings', fail))
  await app.ready()
  expect(taskFailures(app)).toEqual({ sessions: 0, openings: 0 })
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(taskFailures(app)).toEqual({ sessions: 0, openings: 2 })
  await app.close()
})

test('closes the app after the run that continues, and begins none then', async () => {
  const { app, task, first } = await withTask()
  await vi.advanceTimersByTimeAsync(HOUR)
  let isClosed = false
  const closing = app.close().then(() => (isClosed = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isClosed).toBe(false)
  first.resolve()
  await closing
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(task).toHaveBeenCalledTimes(1)
})

test('closes the app after 30 seconds, even if several runs never end', async () => {
  const app = Fastify()
  const hang = () => new Promise<void>(() => {})
  scheduleCleanup(app, 'sessions', hang)
  await app.register(async (scope) => {
    for (let n = 0; n < 3; n++) scheduleCleanup(scope, 'sessions', hang)
  })
  const waits = Promise.withResolvers<void>()
  // the last hook runs first
  app.addHook('onClose', async () => waits.resolve())
  await app.ready()
  await vi.advanceTimersByTimeAsync(HOUR)
  let isClosed = false
  const closing = app.close().then(() => (isClosed = true))
  await waits.promise
  await vi.advanceTimersByTimeAsync(29_000)
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  await closing
})
