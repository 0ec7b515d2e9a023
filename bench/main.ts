// Runs the measurements and writes docs/performance.md: npm run bench [-- --sizes 10000,100000] [--runs 5]
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Report, writeReport } from './report.ts'

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, '.cache/bench')

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    runs: { type: 'string', default: '5' },
  },
})

await mkdir(RESULTS, { recursive: true })
await run('throughput.ts')
await run('host.ts', '--bookings', values.sizes, '--runs', '30')
await withServer((url) => run('lighthouse.ts', url, '--runs', values.runs))

const [processor] = cpus()
await writeReport(join(ROOT, 'docs/performance.md'), {
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim(),
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  loads: Number(values.runs),
  throughput: await resultsOf('throughput.ts'),
  host: await resultsOf('host.ts'),
  lighthouse: await resultsOf('lighthouse.ts'),
})

/** Runs one measurement. It exits with 1 if it misses a target, which the report shows. */
async function run(file: string, ...args: string[]): Promise<void> {
  console.log(`\n  ${file}\n`)
  await rm(resultFile(file), { force: true })
  const child = fork(join(import.meta.dirname, file), [...args, '--save', resultFile(file)])
  await once(child, 'exit')
}

function resultFile(file: string): string {
  return join(RESULTS, file.replace(/\.ts$/, '.json'))
}

async function resultsOf<File extends keyof Files>(file: File): Promise<Files[File]> {
  return JSON.parse(await readFile(resultFile(file), 'utf8')) as Files[File]
}

interface Files {
  'throughput.ts': Report['throughput']
  'host.ts': Report['host']
  'lighthouse.ts': Report['lighthouse']
}

/** Starts the product with demonstration data in a new folder, and stops it after the work. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mandap-bench-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port) },
    stdio: 'ignore',
  })
  try {
    while (
      !(await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (server.exitCode !== null) throw new Error('The server did not start.')
      await pause(500)
    }
    await work(url)
  } finally {
    server.kill()
    await once(server, 'exit')
    await rm(folder, { recursive: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
