// Entry point of `npm run admin`: runs one command on the administrators, while a server runs or not.
import { text } from 'node:stream/consumers'
import { readConfig } from '../config/config.ts'
import { withDatabase } from '../database/open.ts'
import { mailTransport } from '../mail/transport.ts'
import { explainStartupError } from '../terminal/startup-error.ts'
import { AdminError, runAdmin } from './administer.ts'

try {
  const config = readConfig(process.env)
  const answer = await withDatabase(config, 'npm run admin', (db) =>
    runAdmin(process.argv.slice(2), {
      db,
      config,
      now: new Date(),
      mail: mailTransport(config, (line) => process.stderr.write(`${line}\n`)),
      input: () => text(process.stdin),
    }),
  )
  process.stdout.write(`${answer}\n`)
} catch (error) {
  const problem = error instanceof AdminError ? error.message : explainStartupError(error)
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
