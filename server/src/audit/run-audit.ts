import type { Database } from '../database/connection.ts'
import { type Noted, verifyAuditLog } from './verify.ts'

const USAGE = `Proves that the trail of activity is as it was written.

  npm run audit -- verify               every record's hash, from the first to the last
  npm run audit -- verify RECORD:HASH   and that it still has the record noted earlier`

/** Thrown for a command that cannot be executed. The message says what to do instead. */
export class AuditError extends Error {}

/** Runs one `npm run audit` command. Returns the text for the operator. */
export async function runAudit(
  args: readonly string[],
  db: Database,
): Promise<{ report: string; isWhole: boolean }> {
  const [command, note, ...rest] = args
  if (command !== 'verify' || rest.length > 0) throw new AuditError(USAGE)
  const verdict = await verifyAuditLog(db, note === undefined ? undefined : readNote(note))
  if (verdict.is === 'broken')
    return { report: `The trail is broken: record ${verdict.id} ${verdict.why}`, isWhole: false }
  const { count, last } = verdict
  if (count === 0) return { report: 'The trail is whole. It has no record yet.', isWhole: true }
  const report = `The trail is whole: ${count.toLocaleString('en-IN')} records.

Note this outside the database, on paper or in another's keeping:

  ${last.id}:${last.hash}

It proves later that nothing up to here was written anew: npm run audit -- verify RECORD:HASH`
  return { report, isWhole: true }
}

function readNote(text: string): Noted {
  const [, id, hash = ''] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (id === undefined)
    throw new AuditError(`'${text}' is not a note as verify prints it.\n\n${USAGE}`)
  return { id: Number(id), hash: hash.toLowerCase() }
}
