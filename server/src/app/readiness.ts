import { TimedOut, withinSeconds } from '../clock/within-seconds.ts'
import type { Database } from '../database/connection.ts'
import { KeyUnavailable, keysOf } from '../database/encryption-keys.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { isAvailable } from '../database/serving.ts'
import type { DocumentStore } from '../document-store/store.ts'
import type { Drain } from './drain.ts'

/** A part that a server needs. Without one of the first three it is not ready; without another, some calls fail. */
type Part = 'notDraining' | 'database' | 'migrations' | 'encryptionKey' | 'documentStore'

/** The state of each part: 'ok', or a sentence that says what is wrong. */
type PartStates = Record<Part, string>

const OK = 'ok'
const LIMIT_SECONDS = 2

/** How many of the `LIMIT_SECONDS` a connection of the pool may take to answer. */
const POOL_SECONDS = 0.5

const NO_KEY = 'The encryption key cannot be read.'
const BUSY = 'It is not known, because calls use all connections to the database.'

/** What a database answered last, for checks while calls use all of its connections. */
const lastRead = new WeakMap<Database, Partial<Pick<PartStates, 'migrations' | 'encryptionKey'>>>()

interface Dependencies {
  db: Database
  store: Pick<DocumentStore, 'check'>
  drain: Pick<Drain, 'isDraining'>
}

/** Returns whether the server can answer: it does not stop, and the database answers and is migrated. */
export async function isReady({ db, drain }: Omit<Dependencies, 'store'>): Promise<boolean> {
  return !drain.isDraining && isReadyBy({ notDraining: OK, ...(await databaseStates(db)) })
}

/** Checks every part, within two seconds. */
export async function partStates({ db, store, drain }: Dependencies): Promise<PartStates> {
  const [states, encryptionKey, documentStore] = await Promise.all([
    databaseStates(db),
    keyState(db),
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
    return { database: OK, migrations: await withinSeconds(POOL_SECONDS, readMigrations(db)) }
  } catch (error) {
    // calls that wait for a connection are no reason to stop sending calls to this server
    if (error instanceof TimedOut && (await answers(db)))
      return { database: OK, migrations: lastRead.get(db)?.migrations ?? BUSY }
    const database = 'The database does not answer.'
    return { database, migrations: database }
  }
}

/** Reads the state of the migrations, and remembers it also if the answer is too late for this check. */
async function readMigrations(db: Database): Promise<string> {
  const [first] = await pendingMigrations(db)
  const migrations = first === undefined ? OK : `The database lacks the migration ${first}.`
  remember(db, { migrations })
  return migrations
}

/** Returns whether the database answers on a connection of its own, in the rest of the time. */
function answers(db: Database): Promise<boolean> {
  return withinSeconds(LIMIT_SECONDS - POOL_SECONDS, isAvailable(db)).catch(() => false)
}

async function keyState(db: Database): Promise<string> {
  try {
    return await withinSeconds(LIMIT_SECONDS, readKey(db))
  } catch (error) {
    // another error is one of the database, whose state is shown in place of this one
    return error instanceof TimedOut ? (lastRead.get(db)?.encryptionKey ?? BUSY) : NO_KEY
  }
}

/** Reads whether the key can be used, and remembers it also if the answer is too late for this check. */
async function readKey(db: Database): Promise<string> {
  try {
    await keysOf(db).check(db)
    remember(db, { encryptionKey: OK })
    return OK
  } catch (error) {
    if (!(error instanceof KeyUnavailable)) throw error
    remember(db, { encryptionKey: NO_KEY })
    return NO_KEY
  }
}

function remember(db: Database, states: Partial<PartStates>): void {
  lastRead.set(db, { ...lastRead.get(db), ...states })
}

function stateOf(check: Promise<unknown>, problem: string): Promise<string> {
  return withinSeconds(LIMIT_SECONDS, check).then(
    () => OK,
    () => problem,
  )
}
