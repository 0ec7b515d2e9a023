// Kills the primary of a PostgreSQL cluster under Patroni while two servers use it: npm run bench:failover [-- --rounds 10]
import { parseArgs } from 'node:util'
import { runFailover } from '@mandap/server/failover/run.ts'
import { percentile } from './measuring/measure.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const { rounds, acknowledged, reads, unavailable, failures } = await runFailover({
  rounds: Number(values.rounds),
  progress: (text) => console.log(`  ${text}`),
})
const show = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

console.log(`\n  ${acknowledged} acknowledged writes, ${reads} reads, ${unavailable} × 503`)
for (const killed of ['PostgreSQL', 'node'] as const) {
  const ours = rounds.filter((round) => round.killed === killed)
  if (ours.length === 0) continue
  const times = (all: number[]) => `${show(percentile(all, 50))}, at most ${show(Math.max(...all))}`
  const promotions = times(ours.map((round) => round.promotionMs))
  const failing = times(ours.map((round) => round.failingMs))
  console.log(`  ${killed} killed: promoted after ${promotions}; calls failed for ${failing}`)
}
for (const failure of failures.slice(0, 50)) console.log(`  ${failure}`)
console.log(`  ${failures.length} failures`)
if (failures.length > 0) process.exitCode = 1
