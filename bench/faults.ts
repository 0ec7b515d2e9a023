// Makes deliberate errors in a copy of the product, one at a time, and shows which test notices each.
// npm run test:faults [-- --only NAME] [--skip-healthy] [--save FILE]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { utcDate } from '@mandap/domain/time/days.ts'
import { createCopy, requireTests, requireTexts } from './faults/copy.ts'
import type { Check, Fault } from './faults/fault.ts'
import { FAULTS } from './faults/list.ts'
import { saveResult } from './faults/results.ts'
import { buildConsole, firstFailure, isBrowserCheck } from './faults/run.ts'

const ROOT = join(import.meta.dirname, '..')

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    save: { type: 'string' },
    'skip-healthy': { type: 'boolean', default: false },
  },
})
const faults = FAULTS.filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true)
if (faults.length === 0) throw new Error('No fault has such a name.')
await requireTexts(ROOT, FAULTS)
await requireTests(ROOT, FAULTS)

const copy = await createCopy(ROOT, join(ROOT, '.cache/faults'))
if (!values['skip-healthy']) await requireHealthy()

const results: { fault: Fault; caughtBy: string | null }[] = []
for (const fault of faults) {
  const caughtBy = await copy.withFault(fault, async () => {
    if (fault.checks.some(isBrowserCheck)) await buildConsole(copy.folder)
    return firstFailure(copy.folder, fault.checks)
  })
  results.push({ fault, caughtBy })
  if (values.save) {
    const day = utcDate(Date.now())
    await saveResult(join(ROOT, values.save), FAULTS, { fault, caughtBy, day })
  }
  console.log(`${caughtBy === null ? '✗ NOT CAUGHT' : '✓'} ${fault.name}`)
  console.log(caughtBy === null ? `    ${fault.file}` : `    ${caughtBy}`)
}

const missed = results.filter(({ caughtBy }) => caughtBy === null)
console.log(`\n${results.length - missed.length} of ${results.length} faults caught`)
process.exitCode = missed.length > 0 ? 1 : 0

/** Stops if a test of these faults already fails without a fault. */
async function requireHealthy() {
  const checks = faults.flatMap((fault) => fault.checks)
  if (checks.some(isBrowserCheck)) await buildConsole(copy.folder)
  const failed = await firstFailure(copy.folder, merged(checks))
  if (failed !== null) throw new Error(`A test fails without any fault: ${failed}`)
  console.log('All these tests pass without a fault.\n')
}

/** Returns the same tests in fewer runs. */
function merged(checks: readonly Check[]): Check[] {
  const runs = new Map<string, Check>()
  for (const check of checks) {
    if ('project' in check) {
      const { files = [] } = (runs.get(check.project) ?? {}) as Partial<typeof check>
      const { project } = check
      runs.set(project, { project, files: [...new Set([...files, ...check.files])] })
    } else {
      const before = runs.get(check.journey)
      const grep = before && 'grep' in before ? `${before.grep}|${check.grep}` : check.grep
      runs.set(check.journey, { ...check, grep })
    }
  }
  return [...runs.values()]
}
