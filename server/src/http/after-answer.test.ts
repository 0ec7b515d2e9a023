import fastify from 'fastify'
import { expect, test } from 'vitest'
import { workAfterAnswers } from './after-answer.ts'

test('closing the server waits for work, and for the work that it adds', async () => {
  const app = fastify()
  const later = workAfterAnswers(app)
  const done: string[] = []
  const work = async (name: string, next?: () => void) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    next?.()
    done.push(name)
  }
  await app.ready()
  later(work('first', () => later(work('second'))))
  await app.close()
  expect(done).toEqual(['first', 'second'])
})
