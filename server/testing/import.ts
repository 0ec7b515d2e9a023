import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'
import { TEST_KEY_FILE } from './encryption-key.ts'

const IMPORT = join(import.meta.dirname, '../src/import/main.ts')

/** The small export that the README describes. */
export const SAMPLE_EXPORT = join(import.meta.dirname, 'sample-export')

/** A running `npm run import`. */
export interface ImportProcess {
  child: ChildProcess
  /** Resolves when the process has ended. `code` is null if a signal ended it. */
  ended: Promise<{ code: number | null; said: string }>
}

/** Starts `npm run import -- ARGS` on a database. */
export function startImport(
  databaseUrl: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): ImportProcess {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY_FILE: TEST_KEY_FILE,
    NO_COLOR: '1',
    ...settings,
  }
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; said: string }>()
  const child = execFile(process.execPath, [IMPORT, ...args], { env }, (_, stdout, stderr) =>
    resolve({ code: child.exitCode, said: stdout + stderr }),
  )
  return { child, ended: promise }
}

/** Runs `npm run import -- ARGS` on a database until it ends. Throws its output if it fails. */
export async function runImport(
  databaseUrl: string,
  args: readonly string[],
  settings?: NodeJS.ProcessEnv,
): Promise<void> {
  const { code, said } = await startImport(databaseUrl, args, settings).ended
  if (code !== 0) throw new Error(said)
}
