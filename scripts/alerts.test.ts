import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CALLS } from '../contract/src/calls.ts'
import { connect } from '../server/src/database/connection.ts'
import { newExportSlots } from '../server/src/export/slots.ts'
import { createMetrics } from '../server/src/metrics/registry.ts'
import { newWorkload } from '../server/src/metrics/workload.ts'

const FOLDER = join(import.meta.dirname, '../docs/operating')
const RULES = join(FOLDER, 'alerts.yml')
const rules = readFileSync(RULES, 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)

/** Returns the names of all metrics, without a database. */
async function metricNames(): Promise<string[]> {
  const db = connect('postgres://nobody:nothing@127.0.0.1:1/none')
  const replica = { answered: { replica: 0, primary: 0 } }
  const metrics = createMetrics({
    db,
    replica,
    workload: newWorkload(),
    exports: newExportSlots(),
    taskFailures: {},
    readParts: async () => ({}),
  })
  const text = await metrics.text()
  await db.destroy()
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
}

test('each metric of the alert rules and of docs/operating.md exists', async () => {
  const existing = await metricNames()
  const page = readFileSync(join(FOLDER, '../operating.md'), 'utf8')
  const [table = ''] = /^\| metric \|(?:.*\n\|)*/m.exec(page) ?? []
  const named =
    `${rules}\n${table}`.match(/\b(?:mandap|nodejs|process)_[a-z0-9_]+[a-z0-9]\b/g) ?? []
  const used = named.map((name) => name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'))
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !existing.includes(name))).toEqual([])
})

test('PartDown does not fire for the encryption key or the migrations while the database is lost', () => {
  const [expression = ''] = /(?<=alert: PartDown\n[^]*?expr: ).*/.exec(rules) ?? []
  expect(expression).toContain('and on (instance) mandap_database_up == 1')
})

test('CallsSlow leaves out each call that answers with a file or receives one', () => {
  const [left = ''] = /(?<=call!~")[^"]*/.exec(rules) ?? []
  const isLeftOut = new RegExp(`^(?:${left})$`)
  const named = left.split('|').filter((name) => !name.includes('*'))
  expect(named.filter((name) => !Object.hasOwn(CALLS, name))).toEqual([])
  const withFile = Object.keys(CALLS).filter((name) =>
    /\/file$|\/content|POST \/documents$/.test(name),
  )
  expect(withFile.filter((name) => !isLeftOut.test(name))).toEqual([])
})

test('alerts.md says what to do for each alert, in the same order', () => {
  const page = readFileSync(join(FOLDER, 'alerts.md'), 'utf8')
  const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(alerts)
})

const promtool = () => execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })

test.skipIf(!isInstalled('promtool'))('promtool accepts the rules', () => {
  expect(promtool()).toContain(`${alerts.length} rules found`)
})

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
