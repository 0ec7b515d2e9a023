interface Dependencies {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Missing outside of secure contexts. Nothing is stored then. */
  subtle: SubtleCrypto | undefined
  now: () => number
  /** Returns the administrator's id, which is the same in their next session; `''` without a session. */
  person: () => string
}

/** A stored value, and when it was written in epoch milliseconds. */
export interface Kept {
  at: number
  value: unknown
}

interface WriteOptions {
  /** Whether a value that was written before the end of the session may be stored after it. */
  outlivesSession: boolean
  /** When a value that was read before was written first, in epoch milliseconds. */
  at?: number
}

type Unstored = Kept & Pick<WriteOptions, 'outlivesSession'>

export type EncryptedStorage = ReturnType<typeof createEncryptedStorage>

/** Milliseconds after a failure in which the key is not requested again. */
const RETRY_MS = 10_000

const IV_BYTES = 12

/** A stored entry: the time, and in Base64 the initialisation vector with the encrypted value. */
const ENTRY = /^(\d{1,16})\.([\w+/=]+)$/

/**
 * Stores values in the browser, encrypted with a key that the server derives for the administrator. The key is in memory
 * only, so that nobody can read the values after the session. Without a key, values stay in the memory of this page.
 */
export function createEncryptedStorage({ storage, subtle, now, person }: Dependencies) {
  let fetchKey: (() => Promise<string>) | null = null
  let opened: { person: string; key: Promise<CryptoKey | null> } | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  /** The values that are not stored, by person and name. */
  const unstored = new Map<string, Unstored>()

  const idOf = (who: string, name: string) => JSON.stringify([who, name])

  function keyOf(who: string): Promise<CryptoKey | null> {
    if (opened?.person === who) return opened.key
    const isWaiting = now() - failedAt < RETRY_MS
    if (subtle === undefined || fetchKey === null || who === '' || isWaiting)
      return Promise.resolve(null)
    const key = fetchKey()
      .then((text) =>
        subtle.importKey('raw', bytesOf(text), 'AES-GCM', false, ['encrypt', 'decrypt']),
      )
      .catch((error: unknown) => {
        console.warn('The key of the stored values could not be loaded', error)
        failedAt = now()
        if (opened?.key === key) opened = null
        return null
      })
    opened = { person: who, key }
    return key
  }

  async function decrypted(who: string, name: string, text: string): Promise<Kept | null> {
    const [, at = '', data = ''] = ENTRY.exec(text) ?? []
    const key = data === '' ? null : await keyOf(who)
    if (key === null || subtle === undefined) return null
    try {
      const bytes = bytesOf(data)
      const how = {
        name: 'AES-GCM',
        iv: bytes.slice(0, IV_BYTES),
        additionalData: about(who, name, at),
      }
      const plain = await subtle.decrypt(how, key, bytes.slice(IV_BYTES))
      return { at: Number(at), value: JSON.parse(new TextDecoder().decode(plain)) }
    } catch {
      // encrypted with another key or for another person, or altered
      return null
    }
  }

  async function store(who: string, name: string, kept: Unstored) {
    const key = await keyOf(who)
    if (key === null || subtle === undefined) return
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const at = String(kept.at)
    const how = { name: 'AES-GCM', iv, additionalData: about(who, name, at) }
    const plain = new TextEncoder().encode(JSON.stringify(kept.value))
    const data = await subtle.encrypt(how, key, plain)
    const id = idOf(who, name)
    // changed or removed since
    if (unstored.get(id) !== kept) return
    if (person() !== who && !kept.outlivesSession) return void unstored.delete(id)
    storage.setItem(name, `${at}.${textOf(iv)}${textOf(new Uint8Array(data))}`)
    unstored.delete(id)
  }

  return {
    /** Sets the function that fetches the key, in Base64; null if the host has none. */
    setKeySource(source: (() => Promise<string>) | null) {
      fetchKey = source
    },
    /** Returns the value of this administrator, or null. Requests the key only if something is stored. */
    async read(name: string): Promise<Kept | null> {
      const who = person()
      const kept = unstored.get(idOf(who, name))
      if (kept) return kept
      const text = storage.getItem(name)
      return text === null ? null : decrypted(who, name, text)
    },
    /** Keeps a value at once, and stores it a moment later. */
    async write(
      name: string,
      value: unknown,
      { outlivesSession, at = now() }: WriteOptions,
    ): Promise<void> {
      const who = person()
      if (who === '') return
      const kept = { at, value, outlivesSession }
      unstored.set(idOf(who, name), kept)
      try {
        await store(who, name, kept)
      } catch (error) {
        // a full storage must not interrupt typing
        console.warn('A value could not be stored', error)
      }
    },
    remove(name: string) {
      unstored.delete(idOf(person(), name))
      storage.removeItem(name)
    },
    /** Forgets the key at the end of the session, and the values that do not outlive it. */
    close() {
      opened = null
      failedAt = Number.NEGATIVE_INFINITY
      for (const [id, { outlivesSession }] of unstored) if (!outlivesSession) unstored.delete(id)
    },
  }
}

/** Returns whether a stored text is encrypted, and not older than a number of milliseconds. */
export function isCurrentEntry(text: string | null, now: number, milliseconds: number): boolean {
  const [, at] = ENTRY.exec(text ?? '') ?? []
  return at !== undefined && now - Number(at) <= milliseconds
}

/** Returns what an entry is bound to, so that it cannot be moved to another name, time or person. */
function about(who: string, name: string, at: string) {
  return new TextEncoder().encode(JSON.stringify([who, name, at]))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)
}

/** Returns Base64 of bytes. */
function textOf(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}
