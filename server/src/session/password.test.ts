import { parseOptions } from '@node-rs/argon2'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword, isOutdated, isPassword } from './password.ts'

/** Longer than any password that a person types. */
const LONG = `${'three quiet elephants '.repeat(20)}é`

test('a password is hashed by argon2id with 46 MiB and two passes, each time differently', async () => {
  const [one, other] = await Promise.all([hashPassword(LONG), hashPassword(LONG)])
  expect(one).toMatch(/^\$argon2id\$/)
  expect(parseOptions(one)).toMatchObject({ memoryCost: 47_104, timeCost: 2, parallelism: 1 })
  expect(one).not.toBe(other)
  expect(isOutdated(one)).toBe(false)
  expect(isOutdated(one.replace('m=47104', 'm=4096'))).toBe(true)
})

describe('a password of 441 characters', () => {
  let hash: string
  beforeAll(async () => {
    hash = await hashPassword(LONG)
  })

  test.each([
    ['as it was chosen', LONG, true],
    ['with other code points for the same letters', LONG.normalize('NFD'), true],
    ['without its last character', LONG.slice(0, -1), false],
    ['with a space at its end', `${LONG} `, false],
    ['with another capital', LONG.replace('t', 'T'), false],
  ])('%s', async (_title, typed, fits) => {
    expect(await isPassword(hash, typed)).toBe(fits)
  })
})

test('no password fits an account without one', async () => {
  expect(await isPassword(null, LONG)).toBe(false)
  expect(await isPassword(undefined, '')).toBe(false)
})
