import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { Client } from 'pg'
import { type Config, readConfig } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { madeKey } from '../database/key-file.ts'
import { hasEmbedded, withDatabase, withPostgres } from '../database/open.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { repeatErasures } from './repeat-erasures.ts'
import { runCommand } from '../terminal/command.ts'
import { reasonOf } from '../error/reason.ts'
import { type Note, paint, progressBar, say, step } from '../terminal/terminal.ts'
import { finishRestore } from './after-restore.ts'
import { activeAdministrators, endAccess } from './access.ts'
import { readArguments } from './arguments.ts'
import { BackupError } from './backup-error.ts'
import { documentTarget, refuseDocuments } from './document-target.ts'
import { givenLocation } from './given-location.ts'
import { withEncryptionKey } from './key-target.ts'
import { readDestructions } from './list-of-destructions.ts'
import type { Location } from './location.ts'
import { knownPassphrase, newPassphrase } from './passphrase.ts'
import { checkBackup, type OpenBackup, openBackup } from './read.ts'
import { recordBackup } from './audit-entry.ts'
import {
  megabytes,
  recoveredReport,
  restoredReport,
  verifiedReport,
  writtenReport,
} from './report.ts'
import { restoreBackup, UnansweredCommit } from './restore.ts'
import { refuseNewerSchema } from './schema.ts'
import { verifyBackup } from './verify.ts'
import { refuseExisting, writeBackup } from './write.ts'

const USAGE = `Writes database and documents to an encrypted file, and restores them.

  npm run backup -- FILE              writes a new file, while the server runs or not
  npm run backup -- FILE --verify     and restores it into a scratch database to compare it
  npm run restore -- FILE             restores into an empty database or a new DATA_DIR
  npm run restore -- FILE --verify    restores into a scratch database only, and compares it

  npm run restore -- FILE --without-destructions
                                      restores although the list of destructions (ERASURE_LOG) is lost
  npm run restore -- --destructions   destroys again what the list names and the database still has, and ends all
                                      sessions, links and codes, after a recovery to an earlier time or a restore
                                      that could not do so; with --without-destructions, ends them only

FILE is a path, or the address of an object such as s3://bucket/2026-11-24.backup, in the store of S3_ENDPOINT
or BACKUP_S3_ENDPOINT.
BACKUP_PASSPHRASE is the passphrase. Without it, both ask for it.`

/** Runs `npm run backup` or `npm run restore`, which is the first of the words. */
export function backupCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return runCommand(USAGE, () => runBackup(args, env))
}

async function runBackup(args: string[], env: NodeJS.ProcessEnv) {
  const given = readArguments(args)
  const config = readConfig(env)
  if (given.is === 'endAccess') return endAllAccess(config, given.repeats)
  const location = givenLocation(given.path, config)
  if (given.is === 'backUp') return backUp(config, location, given.verifies)
  const backup = await openGiven(config, location)
  if (given.is === 'verify') await verify(config, backup)
  else await restore(config, location, backup, given.repeats)
}

async function backUp(config: Config, location: Location, verifies: boolean) {
  await refuseExisting(location)
  const passphrase = await newPassphrase(config.backupPassphrase)
  const written = await step(`Writing ${location.name}`, (note) =>
    withPostgres(
      config,
      'npm run backup',
      async (url) => {
        const db = connect(url, 1)
        const client = new Client({ connectionString: url })
        // without a listener, a connection that is lost between two queries would end the process
        client.on('error', () => {})
        await client.connect()
        try {
          await recordBackup(db, location.name).catch(sayUnrecorded)
          const source = {
            client,
            db,
            store: documentStore(config),
            encryptionKey: await madeKey(config),
          }
          return await writeBackup(source, location, {
            passphrase,
            progress: (bytes) => note(megabytes(bytes)),
          })
        } finally {
          await client.end()
          await db.destroy()
        }
      },
      { existing: true },
    ),
  )
  print(writtenReport(location.name, written))
  if (verifies) await verify(config, await openBackup(location, passphrase))
}

// the database of an earlier release, or one that is read only, can be backed up nevertheless
function sayUnrecorded(error: unknown) {
  say(paint('yellow', `  The audit log does not have this backup (${reasonOf(error)}).`))
}

async function openGiven(config: Config, location: Location): Promise<OpenBackup> {
  // fails for a file that does not exist, before somebody types a passphrase
  await location.size()
  return openBackup(location, await knownPassphrase(config.backupPassphrase))
}

async function restore(config: Config, location: Location, backup: OpenBackup, repeats: boolean) {
  const list = repeats ? await readDestructions(config) : undefined
  // so that a damaged file is refused before anything is created
  const { manifest } = await step(`Checking ${location.name}`, (note) =>
    checkBackup(backup, refuseNewerSchema, shareOf(backup, note)),
  )
  // the restore itself checks this after it has created a database, which would stay
  if (config.databaseUrl === undefined && !hasEmbedded(config.dataDir))
    await refuseDocuments(config)
  const openTarget = async () =>
    withEncryptionKey(await documentTarget(config), config, manifest.encryptionKey)
  const { restored, after } = await step('Restoring', (note) =>
    withPostgres(
      config,
      'npm run restore',
      async (url) => {
        const progress = shareOf(backup, note)
        const done = await restoreBackup(backup, url, openTarget, progress).catch(sayHowToSee)
        return { restored: done, after: await finishRestore(url, config, location.name, list) }
      },
      { alone: true },
    ),
  )
  print(restoredReport(restored, after))
}

/** Says how to see whether an unanswered restore succeeded, and what was not done after it. */
function sayHowToSee(error: unknown): never {
  if (!(error instanceof UnansweredCommit)) throw error
  throw new BackupError(
    `${error.message}
Run the same command again. If it says that the database is not empty, the restore succeeded. Note its time, because the audit log has no entry for it, and run npm run restore -- --destructions before you start a server.
If it says that the folder of the documents is not empty, the restore failed: move that folder away and run it once more.`,
  )
}

/** Ends all access to the database, and destroys again what the list names. */
async function endAllAccess(config: Config, repeats: boolean) {
  const list = repeats ? await readDestructions(config) : undefined
  const title = list
    ? `Comparing the database with ${list.file}`
    : 'Ending sessions, links and codes'
  const after = await step(title, () =>
    withDatabase(
      config,
      'npm run restore',
      async (db) => {
        await endAccess(db)
        const administrators = await activeAdministrators(db)
        const repeated = list
          ? await repeatErasures(db, documentStore(config), list.erasures, COMMAND_LINE).catch(
              sayToRepeat,
            )
          : 0
        return { list, administrators, repeated }
      },
      { existing: true },
    ),
  )
  print(recoveredReport(after))
}

/** Says what to do if not everything could be destroyed again. */
function sayToRepeat(error: unknown): never {
  throw new BackupError(
    `${reasonOf(error)}\nRun npm run restore -- --destructions until it succeeds.`,
  )
}

async function verify(config: Config, backup: OpenBackup) {
  // the machine that verifies may have no list
  const list = await readDestructions(config).catch(() => undefined)
  const verification = await step('Restoring into a scratch database and comparing', (note) =>
    verifyBackup(backup, config.dataDir, {
      erasures: list?.erasures,
      progress: shareOf(backup, note),
    }),
  )
  print(verifiedReport(verification))
}

function shareOf({ bytes }: OpenBackup, note: Note) {
  return (read: number) => note(progressBar(read / bytes))
}

function print({ lines, isWhole }: { lines: readonly string[]; isWhole: boolean }) {
  say(`\n${lines.join('\n').replaceAll(/^(?=.)/gm, '  ')}\n`)
  if (!isWhole) process.exitCode = 1
}
