import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const DOMAIN = globSync('domain/src/**/*.ts', { cwd: ROOT })
  .filter((path) => !/\.test\.ts$|testing\//.test(path))
  .map(textOf)
  .join('\n')
  .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')

/** The exported rules that select bookings, partners or users: one condition, or one for each tier. */
const RULES = [
  ...DOMAIN.matchAll(
    /^export (?:function|const) (\w+)[^{=]*: (?:readonly )?Condition<(?:Booking|Partner|User)Index>/gm,
  ),
].map(([, name = '']) => name)

test('finds the rules that select records', () => {
  expect(RULES).toEqual(expect.arrayContaining(['bookingsInTab', 'approvedPartners', 'userTiers']))
})

test('each rule that selects records is compared with its SQL, alone or as part of another rule', () => {
  const compared = textOf('server/src/database/rule-to-sql.test.ts')
  const uses = (text: string, name: string) => text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length
  const missing = RULES.filter((name) => !uses(compared, name) && !isPart(name))
  expect(missing).toEqual([])

  /** Whether another rule calls it: more than the definition and the imports name it. */
  function isPart(name: string): boolean {
    const imported = DOMAIN.match(new RegExp(`^import[^;']*\\b${name}\\b[^;']*from`, 'gm'))
    return (uses(DOMAIN, name) ?? 0) > 1 + (imported?.length ?? 0)
  }
})
