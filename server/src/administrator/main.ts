// Entry point of `npm run admin`: runs one command on the administrators, while a server runs or not.
import { text } from 'node:stream/consumers'
import { readConfig } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { withDatabase } from '../database/open.ts'
import { mailTransport } from '../mail/transport.ts'
import { explainStartupError } from '../terminal/startup-error.ts'
import { addsPeople, runAdmin } from './administer.ts'

try {
  const args = process.argv.slice(2)
  const config = readConfig(process.env)
  // without the settings of the server, other commands would answer from a new, empty database
  const existing = !addsPeople(args)
  const work = (db: Database) =>
    runAdmin(args, {
      db,
      config,
      now: new Date(),
      mail: mailTransport(config, (line) => process.stderr.write(`${line}\n`)),
      input: () => text(process.stdin),
    })
  const answer = await withDatabase(config, 'npm run admin', work, { existing })
  process.stdout.write(`${answer}\n`)
} catch (error) {
  process.stderr.write(`${explainStartupError(error)}\n`)
  process.exitCode = 1
}
