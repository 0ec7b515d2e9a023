// Entry point of `npm run audit`: verifies the audit log, while a server runs or not.
import { readConfig } from '../config/config.ts'
import { withDatabase } from '../database/open.ts'
import { explainStartupError } from '../terminal/startup-error.ts'
import { runAudit } from './run-audit.ts'

try {
  const { report, isWhole } = await withDatabase(
    readConfig(process.env),
    'npm run audit',
    (db) => runAudit(process.argv.slice(2), db),
    { existing: true },
  )
  process.stdout.write(`${report}\n`)
  process.exitCode = isWhole ? 0 : 1
} catch (error) {
  process.stderr.write(`${explainStartupError(error)}\n`)
  process.exitCode = 2
}
