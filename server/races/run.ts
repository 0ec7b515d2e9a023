import * as fc from 'fast-check'
import { type Known, type Race, script } from './command.ts'
import { findFlaws } from './explain.ts'
import type { Requested } from './history.ts'
import { codeOf } from './predict.ts'
import { ADMINISTRATORS, startWorld, type World } from './world.ts'

export interface RacesOptions {
  /** The address of a migrated, empty database. */
  databaseUrl: string
  /** The number of races, each with new records. */
  runs: number
  seed: number
  progress?: (report: RacesReport) => void
}

export interface RacesReport {
  runs: number
  requests: number
  /** The number of answers, by operation and status: 'decide 409'. */
  answers: Record<string, number>
  /** What no order of the requests explains, of the first race that has such. */
  flaws: string[]
  seconds: number
}

/**
 * Lets 50 administrators work on the same ten records at once, through two server processes, and checks that some order of
 * their requests explains every answer and every record. Stops after the first race that has flaws.
 */
export async function runRaces({
  databaseUrl,
  runs,
  seed,
  progress,
}: RacesOptions): Promise<RacesReport> {
  const started = performance.now()
  const report: RacesReport = { runs: 0, requests: 0, answers: {}, flaws: [], seconds: 0 }
  const world = await startWorld(databaseUrl)
  const scripts = fc.array(script, { minLength: ADMINISTRATORS, maxLength: ADMINISTRATORS })
  const property = fc.asyncProperty(scripts, async (all) => {
    const { requested, flaws } = await race(world, all)
    note(report, requested)
    report.flaws.push(...flaws)
    progress?.(report)
    return flaws.length === 0
  })
  try {
    // another run of the same scripts has another order, so that nothing can be learned from smaller ones
    const { errorInstance } = await fc.check(property, {
      numRuns: runs,
      seed,
      endOnFailure: true,
      unbiased: true,
    })
    if (errorInstance && report.flaws.length === 0)
      throw new Error(`Seed ${seed}. ${world.outputs()}`, { cause: errorInstance })
    const auditFlaw = await world.auditFlaw()
    if (auditFlaw !== null) report.flaws.push(auditFlaw)
  } finally {
    await world.close()
  }
  report.seconds = (performance.now() - started) / 1000
  return report
}

/** Runs all scripts at once on new records. */
async function race(
  world: World,
  scripts: readonly Iterable<fc.AsyncCommand<Known, Race>>[],
): Promise<{ requested: Requested[]; flaws: string[] }> {
  const records = await world.newRecords()
  const targets = records.map(({ target }) => target)
  const requested: Requested[] = []
  const real: Race = {
    world,
    partners: targets.filter(({ kind }) => kind === 'partner'),
    bookings: targets.filter(({ kind }) => kind === 'booking'),
    requested,
  }
  const administrators = await world.newSessions()
  await Promise.all(
    administrators.map(async (administrator, at) => {
      const model = { administrator, records: new Map(), last: null }
      await fc.asyncModelRun(() => ({ model, real }), scripts[at] ?? [])
    }),
  )
  const ofRecord = Map.groupBy(requested, ({ target }) => target.id)
  const histories = await Promise.all(
    records.map((record) => world.historyOf(record, ofRecord.get(record.target.id) ?? [])),
  )
  const flaws = [...findFlaws(histories), ...(await world.counterFlaws())]
  for (const target of real.partners)
    if (!(await world.keepsNumber(target))) flaws.push(`partner ${target.id} lost a number`)
  return { requested, flaws }
}

function note(report: RacesReport, requested: readonly Requested[]): void {
  report.runs += 1
  for (const { operation, attempts } of requested)
    for (const { answer } of attempts) {
      report.requests += 1
      const { status = 503, body = {} } = answer ?? {}
      const key = [operation.is, status, codeOf(body)].join(' ').trimEnd()
      report.answers[key] = (report.answers[key] ?? 0) + 1
    }
}
