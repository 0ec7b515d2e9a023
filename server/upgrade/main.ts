// Entry point of `npm run test:upgrade`: uses the last release and this commit on one database, which this commit migrates.
import { parseArgs } from 'node:util'
import { paint, say, step } from '../src/terminal/terminal.ts'
import { lastRelease, unpackRelease } from './release.ts'
import { runUpgrade } from './run.ts'

const { values } = parseArgs({ options: { from: { type: 'string' } } })
const tag = values.from ?? (await lastRelease())
const folder = await step(`Installing ${tag}`, () => unpackRelease(tag))
const { acknowledged, migrations, failures } = await step(`Upgrading from ${tag}`, (note) =>
  runUpgrade(folder, note),
)
for (const failure of failures) say(`    ${paint('red', failure)}`)
// a release without migrations is legitimate, but then this run shows nothing about one
if (migrations.length === 0)
  say(`\n  No migration was applied: ${tag} has all migrations of this commit.`)
else say(`\n  Migrations applied: ${migrations.join(', ')}`)
say(`  ${acknowledged} acknowledged writes, ${failures.length} failures`)
if (failures.length > 0) process.exitCode = 1
