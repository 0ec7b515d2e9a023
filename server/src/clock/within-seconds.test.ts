import { expect, test } from 'vitest'
import { withinSeconds } from './within-seconds.ts'

test('returns the result of work that ends in time, and its error', async () => {
  expect(await withinSeconds(60, Promise.resolve(7))).toBe(7)
  await expect(withinSeconds(60, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

test('rejects when work takes longer, and later errors of the work cause nothing', async () => {
  const work = Promise.withResolvers<never>()
  await expect(withinSeconds(0.02, work.promise)).rejects.toThrow('no answer within 0.02 s')
  work.reject(new Error('too late'))
})
