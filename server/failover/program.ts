import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from '../src/database/embedded/account.ts'

export interface Program {
  /** The last of what it has printed. */
  said: () => string
  /** Ends it with SIGKILL. */
  kill: () => Promise<void>
  /** Ends it with SIGTERM, and with SIGKILL if it takes longer than 30 s. */
  stop: () => Promise<void>
}

/** Starts a program of the machine, as an account that is not root. */
export function startProgram(
  command: string,
  args: readonly string[],
  { folder, account }: { folder: string; account: Account | undefined },
): Program {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  let said = ''
  const keep = (text: string) => (said = (said + text).slice(-8000))
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  child.on('error', (error) => keep(`${error.message}. Install it.\n`))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || !child.pid

  async function end(signal: NodeJS.Signals) {
    if (hasEnded()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    if (signal === 'SIGTERM') {
      await Promise.race([ended, pause(30_000)])
      child.kill('SIGKILL')
    }
    await ended
  }

  return { said: () => said, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
