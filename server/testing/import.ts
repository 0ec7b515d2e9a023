import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const IMPORT = join(import.meta.dirname, '../src/import/main.ts')

/** The small export that the README shows. */
export const SAMPLE_EXPORT = join(import.meta.dirname, 'sample-export')

/** `npm run import -- FROM` on a database. Rejects when a record was refused. */
export async function runImport(databaseUrl: string, from: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [IMPORT, from], { env })
}
