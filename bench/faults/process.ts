import { spawn } from 'node:child_process'

/** A run of Node that has ended. */
export interface Ended {
  code: number | null
  output: string
  /** Whether the run was ended because it took too long. */
  isLate: boolean
}

/** Runs Node with these words, and ends it after `limit` milliseconds. */
export function run(
  folder: string,
  words: string[],
  { env, limit }: { env: NodeJS.ProcessEnv; limit: number },
): Promise<Ended> {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
    timeout: limit,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // only the limit kills the child
    child.on('close', (code) => resolve({ code, output, isLate: child.killed }))
    // a child of the child may keep its output open for ever
    child.on('exit', (code) => child.killed && resolve({ code, output, isLate: true }))
  })
}
