import type { Database } from '../database/connection.ts'
import { CommandError } from '../terminal/command-error.ts'
import { verdictLines } from './verdict-lines.ts'
import { type Noted, verifyAuditLog } from './verify.ts'

const USAGE = `Verifies that the audit log was not changed.

  npm run audit -- verify               checks the hash of every entry
  npm run audit -- verify ENTRY:HASH    also checks an entry that was noted earlier`

/** Runs one `npm run audit` command. Returns the text for the operator. */
export async function runAudit(
  args: readonly string[],
  db: Database,
): Promise<{ report: string; isWhole: boolean }> {
  const [command, note, ...rest] = args
  if (command !== 'verify' || rest.length > 0) throw new CommandError(USAGE)
  const verdict = await verifyAuditLog(db, note === undefined ? undefined : readNote(note))
  const lines = verdictLines(verdict)
  if (verdict.is === 'broken') return { report: lines.join('\n'), isWhole: false }
  const { count, last, earlierNote } = verdict
  if (count === 0) return { report: lines.join('\n'), isWhole: true }
  const found = [...lines, ...(earlierNote === undefined ? [] : ['', EARLIER_NOTES[earlierNote]])]
  const report = `${found.join('\n')}

Keep this line outside the database, for example on paper:

  ${last.id}:${last.hash}

It proves later that no entry up to here was replaced: npm run audit -- verify ENTRY:HASH`
  return { report, isWhole: earlierNote !== 'erased' }
}

const EARLIER_NOTES = {
  matches:
    'The given line is from before the chain was built again, and matches the earlier chain.',
  erased: `The given line is from before the chain was built again, and personal details of entries up to there were erased.
So it cannot be checked any more. From now on, use the line below.`,
}

function readNote(text: string): Noted {
  const [, id, hash = ''] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (id === undefined)
    throw new CommandError(`'${text}' is not a line that verify prints.\n\n${USAGE}`)
  return { id: Number(id), hash: hash.toLowerCase() }
}
