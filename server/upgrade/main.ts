// Entry point of `npm run test:upgrade`: uses the last release and this commit on one database, which this commit migrates.
import { parseArgs } from 'node:util'
import { paint, say, step } from '../src/terminal/terminal.ts'
import { lastRelease, unpackRelease } from './release.ts'
import { runUpgrade } from './run.ts'

const { values } = parseArgs({ options: { from: { type: 'string' } } })
const tag = values.from ?? (await lastRelease())
const folder = await step(`Installing ${tag}`, () => unpackRelease(tag))
const { acknowledged, failures } = await step(`Upgrading from ${tag}`, (note) =>
  runUpgrade(folder, note),
)
for (const failure of failures) say(`    ${paint('red', failure)}`)
say(`\n  ${acknowledged} acknowledged writes, ${failures.length} failures`)
if (failures.length > 0) process.exitCode = 1
