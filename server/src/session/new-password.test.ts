import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { isBreached } from './breached-passwords.ts'
import { newPasswordProblem } from './new-password.ts'

const EMAIL = 'asha.rao@example.in'

let folder: string
beforeAll(async () => {
  folder = await scratchFolder('passwords')
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes passwords as the downloader of Have I Been Pwned does. */
async function breachesOf(passwords: readonly string[], lineEnd = '\r\n'): Promise<string> {
  const lines = [...new Set(passwords)]
    .map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
    .toSorted()
    .map((hash, index) => `${hash}:${10 ** (index % 8)}${lineEnd}`)
  const file = join(folder, 'breached.txt')
  await writeFile(file, lines.join(''))
  return file
}

describe('a new password', () => {
  test.each(['1q2w3e4r5t6y', 'QwertyQwerty', 'ｑｗｅｒｔｙｑｗｅｒｔｙ'])(
    '%s is common',
    async (password) => {
      expect(await newPasswordProblem(password, EMAIL, undefined)).toBe('common')
    },
  )

  test('is refused for its length first, and for its e-mail address', async () => {
    expect(await newPasswordProblem('qwerty', EMAIL, undefined)).toBe('short')
    expect(await newPasswordProblem(EMAIL, EMAIL, undefined)).toBe('name')
  })

  test('is refused if it is in the file of breaches', async () => {
    const file = await breachesOf(['three quiet elephants'])
    expect(await newPasswordProblem('three quiet elephants', EMAIL, file)).toBe('breached')
    expect(await newPasswordProblem('four quiet elephants', EMAIL, file)).toBeNull()
    expect(await newPasswordProblem('three quiet elephants', EMAIL, undefined)).toBeNull()
  })

  test('is not accepted unchecked if the file cannot be read', async () => {
    const missing = join(folder, 'missing.txt')
    await expect(newPasswordProblem('three quiet elephants', EMAIL, missing)).rejects.toThrow(
      'missing.txt',
    )
    const other = join(folder, 'other.txt')
    await writeFile(other, 'three quiet elephants\n'.repeat(9))
    await expect(newPasswordProblem('three quiet elephants', EMAIL, other)).rejects.toThrow('SHA-1')
  })
})

test('the file of breaches is searched like a set', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 60 }),
      fc.string({ maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      async (passwords, other, lineEnd) => {
        const file = await breachesOf(passwords, lineEnd)
        for (const password of passwords) expect(await isBreached(file, password)).toBe(true)
        expect(await isBreached(file, other)).toBe(passwords.includes(other))
      },
    ),
  )
})
