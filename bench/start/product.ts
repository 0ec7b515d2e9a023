import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

/** A server that is ready. */
export interface Started {
  url: string
  /** Seconds from the command until it was ready. */
  seconds: number
  stop: () => Promise<void>
}

/** Milliseconds between two checks whether the server is ready or has stopped. */
const INTERVAL_MS = 20

/** Starts the product by a command in a folder, and waits until it is ready. */
export async function startProduct(
  command: readonly [string, ...string[]],
  { cwd, dataFolder, port }: { cwd: string; dataFolder: string; port: number },
): Promise<Started> {
  const [file, ...args] = command
  const url = `http://localhost:${port}`
  const env = { ...process.env, DATA_DIR: dataFolder, PORT: String(port) }
  const began = performance.now()
  // its own process group, because npm starts the server as a child of a shell
  const server = spawn(file, args, { cwd, env, stdio: 'ignore', detached: true })
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    await pause(INTERVAL_MS)
  }
  return {
    url,
    seconds: (performance.now() - began) / 1000,
    async stop() {
      const group = -(server.pid ?? Number.NaN)
      process.kill(group, 'SIGTERM')
      // npm ends before the server has stopped PostgreSQL
      while (isRunning(group)) await pause(INTERVAL_MS)
    },
  }
}

function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}
