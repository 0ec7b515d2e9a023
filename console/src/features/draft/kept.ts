import {
  type EncryptedStorage,
  isCurrentEntry,
  type Kept,
} from '../encrypted-storage/encrypted-storage.ts'

const PREFIX = 'mandap.admin.draft:'

/** Milliseconds for which unsaved text is kept: as long as an idle session can last. */
const KEPT_MS = 12 * 3_600_000

interface Dependencies {
  storage: Pick<Storage, 'getItem' | 'removeItem' | 'key' | 'length'>
  encrypted: Pick<EncryptedStorage, 'read' | 'write' | 'remove'>
  now: () => number
  /** Returns the administrator's id, which is the same in their next session; `''` without a session. */
  person: () => string
}

/** Stores unsaved text of each administrator in this browser for twelve hours, encrypted. */
export function createKept({ storage, encrypted, now, person }: Dependencies) {
  const nameOf = (key: string) => `${PREFIX}${person()}:${key}`

  /** Removes text that is too old, or that an earlier release did not encrypt. */
  function sweep() {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    for (const name of names)
      if (name.startsWith(PREFIX) && !isCurrentEntry(storage.getItem(name), now(), KEPT_MS))
        storage.removeItem(name)
  }

  sweep()
  return {
    /** Returns the stored value of a key, or null. */
    async read(key: string): Promise<Kept | null> {
      const kept = await encrypted.read(nameOf(key))
      return kept === null || now() - kept.at > KEPT_MS ? null : kept
    },
    /** Stores a value for twelve hours from now, or from when it was entered in epoch milliseconds. */
    keep(key: string, value: unknown, at = now()) {
      return encrypted.write(nameOf(key), value, { outlivesSession: true, at })
    },
    drop(key: string) {
      encrypted.remove(nameOf(key))
    },
  }
}
