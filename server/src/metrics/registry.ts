import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Database } from '../database/connection.ts'
import type { Replica } from '../database/replica.ts'
import { poolState } from '../database/serving.ts'
import type { ExportSlots, SlotsByKind } from '../export/slots.ts'
import { databaseState } from './database-state.ts'
import { MAIL_OUTCOMES, SIGN_IN_OUTCOMES, type Workload } from './workload.ts'

export interface Measured {
  db: Database
  /** The replica that answers reads of lists. */
  replica?: Pick<Replica, 'answered'> | undefined
  workload: Workload
  exports: SlotsByKind
  /** How many runs of each regular task failed, by its name. */
  taskFailures: Readonly<Record<string, number>>
  /** Returns, for each part that the server needs, whether it works. */
  readParts: () => Promise<Record<string, boolean>>
}

export interface Metrics {
  /** Counts an answer: the call's name, the status and the seconds that it took. */
  countAnswer(call: string, status: number, seconds: number): void
  contentType: string
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>
}

/** Seconds; a page of a list takes milliseconds, an export or an upload may take minutes. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** Milliseconds between two samples of the event loop's delay. */
const EVENT_LOOP_PRECISION_MS = 20

/** Creates the metrics of a server. All values except those of `countAnswer` are read when the metrics are requested. */
export function createMetrics({
  db,
  replica,
  workload,
  exports,
  taskFailures,
  readParts,
}: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
  })
  const countAnswer = registerAnswers(registry)
  registerBuild(registry)
  registerWorkload(registry, workload)
  registerExports(registry, exports)
  registerTasks(registry, taskFailures)
  if (replica) registerReads(registry, replica)
  registerPool(registry, db)
  const showDatabase = registerDatabase(registry, db)
  const showParts = registerParts(registry, readParts)
  return {
    countAnswer,
    contentType: registry.contentType,
    async text() {
      await Promise.all([showDatabase(), showParts()])
      return registry.metrics()
    },
  }
}

/** Returns the function that counts an answer. */
function registerAnswers(registry: Registry): Metrics['countAnswer'] {
  const registers = [registry]
  const answers = new Counter({
    name: 'mandap_http_requests_total',
    help: 'Answered requests by call and status.',
    labelNames: ['call', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'mandap_http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer, by call.',
    labelNames: ['call'],
    buckets: DURATIONS,
    registers,
  })
  return (call, status, seconds) => {
    answers.inc({ call, status })
    durations.observe({ call }, seconds)
  }
}

function registerBuild(registry: Registry): void {
  new Gauge({
    name: 'mandap_build_info',
    help: 'The release of Mandap and of Node; the value is always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: packageJson.version, node: process.version }, 1)
}

/** What this process has open, and the sign-ins and mails that it counted. */
function registerWorkload(registry: Registry, workload: Workload): void {
  registerGauge(registry, {
    name: 'mandap_streams_open',
    help: 'Open streams of live changes.',
    read: () => workload.openStreams,
  })
  registerCounter(registry, {
    name: 'mandap_sign_ins_total',
    help: 'Sign-in attempts by outcome.',
    labelNames: ['outcome'],
    count(metric) {
      for (const outcome of SIGN_IN_OUTCOMES) metric.inc({ outcome }, workload.signIns[outcome])
    },
  })
  registerCounter(registry, {
    name: 'mandap_mails_total',
    help: 'Mails by outcome.',
    labelNames: ['outcome'],
    count(metric) {
      for (const outcome of MAIL_OUTCOMES) metric.inc({ outcome }, workload.mails[outcome])
    },
  })
}

/** The exports that this process sends, of lists and of persons. */
function registerExports(registry: Registry, exports: SlotsByKind): void {
  const kinds = Object.entries(exports)
  const gauge = (name: string, help: string, value: (slots: ExportSlots) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['of'],
      registers: [registry],
      collect() {
        for (const [of, slots] of kinds) this.set({ of }, value(slots))
      },
    })
  gauge('mandap_exports_open', 'Exports that are being sent.', ({ open }) => open)
  gauge('mandap_exports_max', 'Exports that may be sent at once.', ({ max }) => max)
  registerCounter(registry, {
    name: 'mandap_exports_refused_total',
    help: 'Exports that were refused because others were being sent.',
    labelNames: ['of'],
    count(metric) {
      for (const [of, { refused }] of kinds) metric.inc({ of }, refused)
    },
  })
}

function registerTasks(registry: Registry, failures: Measured['taskFailures']): void {
  registerCounter(registry, {
    name: 'mandap_task_failures_total',
    help: 'Runs of regular tasks that failed, by task.',
    labelNames: ['task'],
    count(metric) {
      for (const [task, failed] of Object.entries(failures)) metric.inc({ task }, failed)
    },
  })
}

function registerReads(registry: Registry, { answered }: Pick<Replica, 'answered'>): void {
  registerCounter(registry, {
    name: 'mandap_list_reads_total',
    help: 'Reads of lists, searches, counts and exports, by the database that answered.',
    labelNames: ['from'],
    count(metric) {
      metric.inc({ from: 'replica' }, answered.replica)
      metric.inc({ from: 'primary' }, answered.primary)
    },
  })
}

function registerPool(registry: Registry, db: Database): void {
  const pool = (name: string, help: string, of: 'max' | 'size' | 'idle' | 'waiting') =>
    registerGauge(registry, {
      name: `mandap_database_pool_${name}`,
      help,
      read: () => poolState(db)?.[of],
    })
  pool('max', 'Connections that the pool may open.', 'max')
  pool('connections', 'Connections of the pool.', 'size')
  pool('idle', 'Connections of the pool that are free.', 'idle')
  pool('waiting', 'Calls that wait for a connection.', 'waiting')
}

/** Returns the function that asks the database for its state. */
function registerDatabase(registry: Registry, db: Database): () => Promise<void> {
  const registers = [registry]
  const isUp = new Gauge({
    name: 'mandap_database_up',
    help: '1 if the database answers.',
    registers,
  })
  const answerTime = new Gauge({
    name: 'mandap_database_answer_seconds',
    help: 'Seconds that the database took for one small query.',
    registers,
  })
  const replicas = new Gauge({
    name: 'mandap_database_replicas',
    help: 'Replicas that follow the database. Needs the role pg_read_all_stats.',
    registers,
  })
  const lag = new Gauge({
    name: 'mandap_database_replication_lag_seconds',
    help: 'Seconds that the slowest replica is behind. Needs the role pg_read_all_stats.',
    registers,
  })
  return async () => {
    const state = await databaseState(db)
    isUp.set(state ? 1 : 0)
    set(answerTime, state?.answerSeconds)
    set(replicas, state?.replicas)
    set(lag, state?.lagSeconds)
  }
}

/** Returns the function that asks which parts work. */
function registerParts(registry: Registry, readParts: Measured['readParts']): () => Promise<void> {
  const parts = new Gauge({
    name: 'mandap_part_up',
    help: '1 if a part works that the server needs.',
    labelNames: ['part'],
    registers: [registry],
  })
  return async () => {
    for (const [part, works] of Object.entries(await readParts()))
      parts.set({ part }, works ? 1 : 0)
  }
}

function registerGauge(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => number | undefined },
): void {
  const metric = new Gauge({
    name,
    help,
    registers: [],
    collect() {
      set(this, read())
    },
  })
  registry.registerMetric(metric)
}

/** Registers a counter whose values `count` adds each time from 0. */
function registerCounter<L extends string>(
  registry: Registry,
  {
    count,
    ...described
  }: { name: string; help: string; labelNames?: L[]; count: (metric: Counter<L>) => void },
): void {
  const metric = new Counter<L>({
    ...described,
    registers: [],
    collect() {
      this.reset()
      count(this)
    },
  })
  registry.registerMetric(metric)
}

/** Sets a gauge, or removes its value while it is not known. */
function set(gauge: Gauge, value: number | undefined) {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
