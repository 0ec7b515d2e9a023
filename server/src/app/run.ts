import { readConfig, type Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { checkConnections } from '../database/check-connection.ts'
import { listenOnce } from '../database/embedded/port.ts'
import { startEmbedded } from '../database/embedded.ts'
import { metricsHost } from '../metrics/address.ts'
import { explainListening, explainStartupError } from '../terminal/startup-error.ts'
import { startupBanner } from '../terminal/startup-banner.ts'
import { paint, say, step } from '../terminal/terminal.ts'

// closed at the end, the last one first
const closing: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined
let interruptedAt: number | undefined

type BuildConsole = () => Promise<void>

/** Runs the server until the process ends. Builds the console while PostgreSQL and the database are prepared. */
export async function runServer(buildConsole: BuildConsole = async () => {}): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  await start(buildConsole).catch(fail)
}

async function start(buildConsole: BuildConsole) {
  const started = performance.now()
  const config = readConfig(process.env)
  const starting = Promise.withResolvers<void>()
  const opening = openDatabase(config, starting.resolve)
  await Promise.race([starting.promise, opening])
  const consoleBuilt = buildConsole()
  // most modules are loaded while PostgreSQL starts
  const [{ serve }, { url, location }] = await Promise.all([import('./serve.ts'), opening])
  // reports a port that is in use before the long steps
  await checkPorts(config)
  const found = await serve({
    config,
    url,
    consoleBuilt,
    onClose: (close) => closing.push(close),
  })
  say(startupBanner(config, { location, ...found }, started))
}

async function checkPorts(config: Config) {
  await listenOnce(config.port, config.host)
  const { metricsPort } = config
  if (metricsPort === undefined) return
  await listenOnce(metricsPort, metricsHost(config)).catch((error: unknown) => {
    const problem = error instanceof Error && explainListening(error, 'METRICS_PORT')
    throw problem ? new ConfigError([problem]) : error
  })
}

/** Opens the database of `DATABASE_URL`, or the embedded one. Calls `onStarting` when PostgreSQL starts. */
async function openDatabase(
  config: Config,
  onStarting: () => void,
): Promise<{ url: string; location: string }> {
  if (config.databaseUrl) {
    const { databaseUrl: url, databaseOwnerUrl } = config
    const { host, pathname } = new URL(url)
    onStarting()
    await step('Reaching PostgreSQL', () =>
      checkConnections({ databaseUrl: url, databaseOwnerUrl }),
    )
    return { url, location: `${host}${pathname}` }
  }
  const postgres = await step('Starting PostgreSQL', () =>
    startEmbedded(config.dataDir, {
      label: config.publicUrl,
      onStarting,
      onWaiting: ({ message }) =>
        say(
          `\n  ${paint('yellow', 'PostgreSQL cannot be restarted yet. Trying again.')}\n  ${message}\n`,
        ),
      onLost: fail,
    }),
  )
  closing.push(() => step('Stopping PostgreSQL', () => postgres.stop()))
  return { url: postgres.url, location: postgres.folder }
}

// one Ctrl-C may arrive twice, from the terminal and through npm; a later one ends the process at once
function interrupt() {
  const now = performance.now()
  if (interruptedAt !== undefined && now - interruptedAt > 500) process.exit(1)
  interruptedAt ??= now
  end(0)
}

function fail(error: unknown) {
  // an error while everything is being closed is caused by the closing
  if (ending) return
  const problem = explainStartupError(error).replaceAll('\n', '\n  ')
  say(`\n  ${paint('red', 'Mandap cannot continue.')}\n\n  ${problem}\n`)
  end(1)
}

function end(code: number) {
  ending ??= closeAll().finally(() => process.exit(code))
}

async function closeAll() {
  for (const close of closing.toReversed()) {
    await close().catch((error: unknown) => say(`  ${explainStartupError(error)}`))
  }
}
