import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import type { Config } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { EncryptionKeys } from '../database/encryption-keys.ts'
import { migrate } from '../database/migrate.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { reasonOf } from '../error/reason.ts'
import { activeAdministrators } from './access.ts'
import { repeatErasures } from './repeat-erasures.ts'
import type { DestructionList } from './list-of-destructions.ts'
import { recordRestore } from './audit-entry.ts'

/** What was done after a restore, which is complete without it. */
export interface AfterRestore {
  list?: DestructionList | undefined
  /** How many administrators have access; undefined if the database could not be read. */
  administrators?: number
  /** How many destructions were repeated. */
  repeated: number
  /** Why not all of them were. */
  unrepeated?: string
  /** Why the audit log has no entry for the restore. */
  unrecorded?: string
}

/**
 * Brings a restored database up to date, destroys again what the list names, and adds the restore to the audit log.
 * Does not throw: what was restored stays, so a failure must not look like a restore that failed.
 */
export async function finishRestore(
  url: string,
  config: Config,
  name: string,
  list: DestructionList | undefined,
): Promise<AfterRestore> {
  const after: AfterRestore = { list, repeated: 0 }
  let isMigrated = false
  const db = connect(url, 2, { keys: new EncryptionKeys(config) })
  try {
    await migrate(db)
    isMigrated = true
    after.administrators = await activeAdministrators(db)
    if (list) {
      const store = documentStore(config)
      after.repeated = await repeatErasures(db, store, list.erasures, COMMAND_LINE).catch(
        (error: unknown) => {
          after.unrepeated = reasonOf(error)
          return 0
        },
      )
    }
    await recordRestore(db, name)
    return after
  } catch (error) {
    const unrecorded = reasonOf(error)
    // without the migrations, nothing was repeated either
    return { ...after, ...(!isMigrated && { unrepeated: unrecorded }), unrecorded }
  } finally {
    await db.destroy()
  }
}
