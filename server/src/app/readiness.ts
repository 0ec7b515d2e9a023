import { TimedOut, withinSeconds } from '../clock/within-seconds.ts'
import type { Database } from '../database/connection.ts'
import { KeyUnavailable, keysOf } from '../database/encryption-keys.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { isAvailable } from '../database/serving.ts'
import { DatabaseBusy } from '../database/unavailable.ts'
import type { DocumentStore } from '../document-store/store.ts'
import type { Drain } from './drain.ts'

/** A part that a server needs. Without one of the first three it is not ready; without another, some calls fail. */
type Part = 'notDraining' | 'database' | 'migrations' | 'encryptionKey' | 'documentStore'

/** The state of each part: 'ok', or a sentence that says what is wrong. */
type PartStates = Record<Part, string>

const OK = 'ok'
const LIMIT_SECONDS = 2

/** The part of that time in which a connection of the pool has to answer. */
const POOL_SECONDS = 0.5

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
    const [first] = await withinSeconds(POOL_SECONDS, pendingMigrations(db))
    const migrations = first === undefined ? OK : `The database lacks the migration ${first}.`
    remember(db, { migrations })
    return { database: OK, migrations }
  } catch (error) {
    // calls that wait for a connection are no reason to stop sending calls to this server
    if (isBusy(error) && (await answers(db)))
      return { database: OK, migrations: lastRead.get(db)?.migrations ?? BUSY }
    const database = 'The database does not answer.'
    return { database, migrations: database }
  }
}

/** Returns whether the database answers on a connection of its own, in the rest of the time. */
function answers(db: Database): Promise<boolean> {
  return withinSeconds(LIMIT_SECONDS - POOL_SECONDS, isAvailable(db)).catch(() => false)
}

async function keyState(db: Database): Promise<string> {
  try {
    await withinSeconds(LIMIT_SECONDS, keysOf(db).check(db))
    remember(db, { encryptionKey: OK })
    return OK
  } catch (error) {
    if (isBusy(error)) return lastRead.get(db)?.encryptionKey ?? BUSY
    const encryptionKey = 'The encryption key cannot be read.'
    // another error is one of the database
    if (error instanceof KeyUnavailable) remember(db, { encryptionKey })
    return encryptionKey
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof TimedOut || error instanceof DatabaseBusy
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
