// Entry point of `npm run keys`: replaces the keys that encrypt what is stored, while servers run or not.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { countText } from '@mandap/domain/text/counted.ts'
import { readConfig } from '../config/config.ts'
import { FRESH_MS } from '../database/encryption-keys.ts'
import { withDatabase } from '../database/open.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { givenPath } from '../terminal/given-path.ts'
import { runCommand, UsageError } from '../terminal/command.ts'
import { say, step } from '../terminal/terminal.ts'
import { type Rotation, rotateDataKey, wrapDataKeys } from './rotate.ts'

const USAGE = `Replaces the keys that encrypt personal numbers and documents. Servers may run.

  npm run keys -- rotate       makes a new data key and encrypts everything again with it. Run it again if it is
                               interrupted: it continues.
  npm run keys -- wrap FILE    protects the data keys by the key in FILE instead of that in ENCRYPTION_KEY_FILE.
                               Servers need FILE at their next start.`

/** The time between two attempts to encrypt documents that a backup uses. */
const RETRY_MS = 5000

async function main() {
  const [command, file, ...more] = process.argv.slice(2)
  if (command === 'rotate' && file === undefined) await rotate()
  else if (command === 'wrap' && file !== undefined && more.length === 0) await wrap(file)
  else throw new UsageError('Name one of the commands.')
}

async function rotate() {
  const config = readConfig(process.env)
  const rotation = await withDatabase(
    config,
    'npm run keys',
    (db) =>
      step('Encrypting with a new key', (note) =>
        rotateDataKey({
          db,
          store: encryptedStore(documentStore(config), db),
          folder: join(config.dataDir, 'documents/incoming'),
          progress: (done) => note(counted(done)),
          async wait() {
            note('waiting for a backup or a server that uses the documents')
            await pause(RETRY_MS)
          },
          async settle() {
            note('waiting until all servers use the new key')
            await pause(2 * FRESH_MS)
          },
        }),
      ),
    { existing: true },
  )
  say(`  ${counted(rotation)} encrypted with a new key.`)
  if (rotation.keysLeft === 0) return
  say(
    '  An earlier key stays, because some documents could not be read. npm run backup names them.',
  )
  process.exitCode = 1
}

async function wrap(file: string) {
  const path = givenPath(file)
  await withDatabase(readConfig(process.env), 'npm run keys', (db) => wrapDataKeys(db, path), {
    existing: true,
  })
  say(`  The data keys are protected by ${path}.`)
  say(
    '  Set ENCRYPTION_KEY_FILE to it on every server, or put it in the place of DATA_DIR/encryption.key,',
  )
  say('  before a server is started again. Keep the earlier key for earlier backups.')
}

function counted({ values, documents, secrets }: Rotation): string {
  const of = (count: number, what: string) => `${countText(count)} ${what}`
  return `${of(values, 'numbers')}, ${of(documents, 'documents')} and ${of(secrets, 'app secrets')}`
}

await runCommand(USAGE, main)
