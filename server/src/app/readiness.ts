import { withinSeconds } from '../clock/within-seconds.ts'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'
import { pendingMigrations } from '../database/migrate.ts'
import type { DocumentStore } from '../document-store/store.ts'
import type { Drain } from './drain.ts'

/** A part that a server needs. Without one of the first three it is not ready; without another, some calls fail. */
type Part = 'notDraining' | 'database' | 'migrations' | 'encryptionKey' | 'documentStore'

/** The state of each part: 'ok', or a sentence that says what is wrong. */
type PartStates = Record<Part, string>

const OK = 'ok'
const LIMIT_SECONDS = 2

interface Dependencies {
  db: Database
  store: Pick<DocumentStore, 'check'>
  drain: Pick<Drain, 'isDraining'>
}

/** Returns whether the server can answer: it does not stop, and the database answers and is migrated. */
export async function isReady({ db, drain }: Omit<Dependencies, 'store'>): Promise<boolean> {
  return !drain.isDraining && isReadyBy({ notDraining: OK, ...(await databaseStates(db)) })
}

/** Checks every part. Each answers within two seconds. */
export async function partStates({ db, store, drain }: Dependencies): Promise<PartStates> {
  const [states, encryptionKey, documentStore] = await Promise.all([
    databaseStates(db),
    stateOf(keysOf(db).check(db), 'The encryption key cannot be read.'),
    stateOf(store.check(), 'The document store does not answer, or denies access.'),
  ])
  return {
    notDraining: drain.isDraining ? 'The server is stopping.' : OK,
    ...states,
    // the check of the key reads the database
    encryptionKey: states.database === OK ? encryptionKey : states.database,
    documentStore,
  }
}

/** Returns whether a server with these states is ready. */
export function isReadyBy({
  notDraining,
  database,
  migrations,
}: Pick<PartStates, 'notDraining' | 'database' | 'migrations'>): boolean {
  return notDraining === OK && database === OK && migrations === OK
}

/** Returns whether each part works. */
export async function workingParts(dependencies: Dependencies): Promise<Record<Part, boolean>> {
  const { notDraining, database, migrations, encryptionKey, documentStore } =
    await partStates(dependencies)
  return {
    notDraining: notDraining === OK,
    database: database === OK,
    migrations: migrations === OK,
    encryptionKey: encryptionKey === OK,
    documentStore: documentStore === OK,
  }
}

async function databaseStates(db: Database): Promise<Pick<PartStates, 'database' | 'migrations'>> {
  try {
    const [first] = await withinSeconds(LIMIT_SECONDS, pendingMigrations(db))
    const migrations = first === undefined ? OK : `The database lacks the migration ${first}.`
    return { database: OK, migrations }
  } catch {
    const database = 'The database does not answer.'
    return { database, migrations: database }
  }
}

function stateOf(check: Promise<unknown>, problem: string): Promise<string> {
  return withinSeconds(LIMIT_SECONDS, check).then(
    () => OK,
    () => problem,
  )
}
