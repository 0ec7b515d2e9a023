import { readNumber, readObject } from '@mandap/domain/wire/read.ts'

const PREFIX = 'mandap.admin.draft:'

/** Hours for which unsaved text is kept: as long as an idle session can last. */
const KEPT_HOURS = 12

interface Dependencies {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  now: () => number
  /** Returns the administrator's id, which is the same in their next session; `''` without a session. */
  person: () => string
}

/** Stores unsaved text of each administrator in this browser for twelve hours. */
export function createKept({ storage, now, person }: Dependencies) {
  const nameOf = (key: string) => `${PREFIX}${person()}:${key}`

  function entry(name: string) {
    const { at, value } = readObject(parsed(storage.getItem(name)))
    return { isOld: now() - (readNumber(at) ?? 0) > KEPT_HOURS * 3_600_000, value }
  }

  function sweep() {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    for (const name of names)
      if (name.startsWith(PREFIX) && entry(name).isOld) storage.removeItem(name)
  }

  sweep()
  return {
    /** Returns the stored value of a key, or `undefined`. */
    read(key: string): unknown {
      const { isOld, value } = entry(nameOf(key))
      return isOld ? undefined : value
    },
    keep(key: string, value: unknown) {
      if (person() === '') return
      try {
        storage.setItem(nameOf(key), JSON.stringify({ at: now(), value }))
      } catch (error) {
        // a full storage must not interrupt typing
        console.warn('Unsaved text could not be stored', error)
      }
    },
    drop(key: string) {
      storage.removeItem(nameOf(key))
    },
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
