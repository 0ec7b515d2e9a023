import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { verdictLines } from '../audit/verdict-lines.ts'
import { documentTarget } from '../backup/document-target.ts'
import { contentOf, documentFlaws, isWhole, megabytes } from '../backup/report.ts'
import { type Config, readConfig } from '../config/config.ts'
import { checkConnection, ownerSetting } from '../database/check-connection.ts'
import { withPostgres } from '../database/open.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { parseCommand, runCommand, UsageError } from '../terminal/command.ts'
import { say, step } from '../terminal/terminal.ts'
import { addressOf, moveDatabase, type MovedDocuments, type MoveResult } from './move.ts'

const USAGE = `Moves the embedded database of DATA_DIR to the empty database of DATABASE_URL. The server must be stopped.

  npm run move                          the database; documents stay where they are
  npm run move -- --documents-to s3     and the documents from DATA_DIR/documents to the bucket of S3_BUCKET
  npm run move -- --documents-to disk   and the documents from the bucket to DATA_DIR/documents`

/** Joins words by commas and 'and'. */
const AND = new Intl.ListFormat('en-GB')

type Destination = Config['documentStore'] | undefined

/** Runs `npm run move` with these words: moves the embedded database to a PostgreSQL of one's own. */
export function moveCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return runCommand(USAGE, () => runMove(args, env))
}

async function runMove(args: string[], env: NodeJS.ProcessEnv) {
  const documentsTo = readDestination(args)
  // the settings of the store are checked with the store that is moved to or from
  const config = readConfig(documentsTo === undefined ? env : { ...env, DOCUMENT_STORE: 's3' })
  const toUrl = config.databaseOwnerUrl ?? config.databaseUrl
  if (toUrl === undefined)
    throw new UsageError('Set DATABASE_URL to the empty database that receives everything.')
  const folder = join(config.dataDir, 'postgres')
  await access(folder).catch(() => {
    throw new UsageError(`There is no embedded database ${folder}.`)
  })
  await checkConnection(toUrl, ownerSetting(config))
  const documents = documentsTo && storesOf(config, documentsTo)
  const result = await step(`Moving ${folder} to ${addressOf(toUrl)}`, (note) =>
    withPostgres(
      { dataDir: config.dataDir, databaseUrl: undefined },
      'npm run move',
      (url) =>
        moveDatabase(url, toUrl, {
          ...(documents && { documents }),
          progress: (bytes) => note(megabytes(bytes)),
        }),
      { alone: true },
    ),
  )
  const { lines, isDone } = reportOf(result, config, documentsTo)
  say(`\n${lines.join('\n').replaceAll(/^(?=.)/gm, '  ')}\n`)
  if (!isDone) process.exitCode = 1
}

function storesOf(config: Config, documentsTo: 's3' | 'disk'): MovedDocuments {
  const to: Config = { ...config, documentStore: documentsTo }
  const from: Config = { ...config, documentStore: documentsTo === 's3' ? 'disk' : 's3' }
  return { from: documentStore(from), to: documentStore(to), openTarget: () => documentTarget(to) }
}

function reportOf(
  { restored, differences, audit }: MoveResult,
  config: Config,
  documentsTo: Destination,
) {
  const { dataDir, databaseUrl = '' } = config
  const { summary } = restored
  if (differences.length > 0)
    return {
      lines: [
        'The new database is not the same:',
        ...differences,
        'Nothing was changed in the old one. Use it until the reason is found, and empty the new one before the next attempt.',
      ],
      isDone: false,
    }
  return {
    lines: [
      `${addressOf(databaseUrl)} has the same ${contentOf(summary)}, compared row by row.`,
      ...verdictLines(audit),
      ...documentFlaws(summary),
      '',
      'Next:',
      `1. Set ${settingsToChange(config, documentsTo)} for the server. Keep DATA_DIR${keptInDataDir(config, documentsTo)}.`,
      '2. Start the server. Everybody signs in again. Make a backup.',
      `3. Delete ${join(dataDir, 'postgres')} when you no longer need the old database. Nothing in it was changed.`,
    ],
    isDone: audit.is === 'whole' && isWhole(summary),
  }
}

/** Names the settings with which the server uses the new database. */
function settingsToChange(config: Config, documentsTo: Destination): string {
  return AND.format([
    'DATABASE_URL',
    ...(config.databaseOwnerUrl === undefined ? [] : ['DATABASE_OWNER_URL']),
    ...(documentsTo ? [`DOCUMENT_STORE=${documentsTo}`] : []),
  ])
}

/** Names what the server still needs of the data folder. */
function keptInDataDir(config: Config, documentsTo: Destination): string {
  const kept = [
    ...(config.encryptionKeyFile === undefined ? ['the encryption key'] : []),
    ...((documentsTo ?? config.documentStore) === 'disk' ? ['the documents'] : []),
    ...(config.erasureLog === undefined ? ['the list of destructions'] : []),
  ]
  return kept.length === 0 ? '' : `, which has ${AND.format(kept)}`
}

function readDestination(args: string[]): Destination {
  const { values } = parseCommand({ args, options: { 'documents-to': { type: 'string' } } })
  const value = values['documents-to']
  if (value === undefined || value === 's3' || value === 'disk') return value
  throw new UsageError('--documents-to is s3 or disk.')
}
