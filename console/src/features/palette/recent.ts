import { isObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import type { EncryptedStorage } from '../encrypted-storage/encrypted-storage.ts'
import { RECENT_KEY } from '../session/session.ts'

/** A page or record that an administrator opened. A record has its id and name only. */
export type RecentItem =
  | { kind: 'page'; to: string }
  | { kind: 'booking' | 'partner' | 'user'; id: string; name: string }

const MAX_RECENT = 8

/** In characters. */
const MAX_NAME_LENGTH = 80

interface Dependencies {
  encrypted: Pick<EncryptedStorage, 'read' | 'write'>
  /** Returns the administrator's id, which is the same in their next session; `''` without a session. */
  person: () => string
  /** Runs a function when the page has nothing else to do: storing needs a call for the key. */
  whenIdle: (run: () => void) => void
}

/**
 * The items that the signed-in administrator opened in this browser, newest first. Only paths, ids and names
 * are stored, encrypted. The end of the session removes them.
 */
export function createRecentItems({ encrypted, person, whenIdle }: Dependencies) {
  /** The items that are not stored yet, newest first. */
  let added: { of: string; items: RecentItem[] } = { of: '', items: [] }
  let storing: Promise<void> = Promise.resolve()

  async function read(): Promise<readonly RecentItem[]> {
    const kept = await encrypted.read(RECENT_KEY)
    const { items } = readObject(kept?.value)
    const stored = Array.isArray(items) ? items.flatMap(recentFrom) : []
    const mine = added.of === person() ? added.items : []
    return mine.reduceRight(withFirst, stored).slice(0, MAX_RECENT)
  }

  /** Stores the items without one, after earlier changes. */
  function store(removed?: RecentItem): Promise<void> {
    storing = after(storing, removed)
    return storing
  }

  async function after(earlier: Promise<void>, removed: RecentItem | undefined) {
    await earlier
    const who = person()
    const items = (await read()).filter((one) => !removed || keyOf(one) !== keyOf(removed))
    if (who === '' || person() !== who) return
    added = { of: who, items: [] }
    await encrypted.write(RECENT_KEY, { items }, { outlivesSession: false })
  }

  return {
    read,
    add(recent: RecentItem) {
      const who = person()
      const isFirst = added.of !== who || added.items.length === 0
      const items = added.of === who ? added.items : []
      if (who === '') return
      added = { of: who, items: recentFrom(recent).reduce(withFirst, items) }
      if (isFirst) whenIdle(() => void store())
    },
    remove: (recent: RecentItem) => store(recent),
  }
}

function withFirst(items: readonly RecentItem[], recent: RecentItem): RecentItem[] {
  return [recent, ...items.filter((one) => keyOf(one) !== keyOf(recent))]
}

export function keyOf(recent: RecentItem): string {
  return recent.kind === 'page' ? `page:${recent.to}` : `${recent.kind}:${recent.id}`
}

function recentFrom(json: unknown): RecentItem[] {
  if (!isObject(json)) return []
  const { kind } = json
  const [to, id, name] = [readText(json['to']), readText(json['id']), readText(json['name'])]
  if (kind === 'page') return to.startsWith('/') ? [{ kind, to }] : []
  if (kind !== 'booking' && kind !== 'partner' && kind !== 'user') return []
  return id === '' || name === '' ? [] : [{ kind, id, name: name.slice(0, MAX_NAME_LENGTH) }]
}
