import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { withoutSettings } from '@mandap/server/testing/environment.ts'
import { removeAtExit } from '@mandap/server/testing/remove-at-exit.ts'

/** A server that is ready. */
export interface Started {
  url: string
  /** Seconds from the command until it was ready. */
  seconds: number
  stop: () => Promise<void>
}

/** Milliseconds between two checks whether the server is ready or has stopped. */
const INTERVAL_MS = 20

/** Milliseconds until a request counts as not answered. */
const ANSWER_MS = 5000

interface Place {
  cwd: string
  dataFolder: string
  port: number
  /** Milliseconds for the start, which installs packages and builds the console in a fresh clone. */
  limit?: number
}

/**
 * Starts the product by a command in a folder, without the settings of this process, and waits until it is ready. Rejects
 * with what the command printed if it ends before that, or if the time is over. The end of this process ends the server
 * and removes its data.
 */
export async function startProduct(
  command: readonly [string, ...string[]],
  { cwd, dataFolder, port, limit = 10 * 60_000 }: Place,
): Promise<Started> {
  const [file, ...args] = command
  const url = `http://localhost:${port}`
  const env = { ...withoutSettings(), DATA_DIR: dataFolder, PORT: String(port) }
  const began = performance.now()
  const server = spawn(file, args, {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // its own process group, because npm starts the server as a child of a shell
    detached: true,
  })
  if (server.pid === undefined) throw (await once(server, 'error'))[0]
  const group = -server.pid
  let said = ''
  let hasEnded = false
  // by its code or a signal, and after its last word
  server.on('close', () => (hasEnded = true))
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))

  // before the data is removed, and at once, because a server would start the PostgreSQL that ends there again
  const kill = () => void signal(group, 'SIGKILL')
  process.prependListener('exit', kill)
  const keep = removeAtExit(dataFolder)
  async function stop() {
    signal(group, 'SIGTERM')
    // npm ends before the server has stopped PostgreSQL
    while (signal(group, 0)) await pause(INTERVAL_MS)
    process.off('exit', kill)
    keep()
  }

  while (!(await isReady(url))) {
    const isLate = performance.now() - began > limit
    if (hasEnded || isLate) {
      await stop()
      const problem = isLate ? `was not ready in ${limit / 1000} s` : 'did not start'
      throw new Error(`The server ${problem}.\n${said}`)
    }
    await pause(INTERVAL_MS)
  }
  return { url, seconds: (performance.now() - began) / 1000, stop }
}

/** Sends a signal to a process group; 0 sends none. Returns whether the group exists. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, name)
  } catch {
    return false
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
