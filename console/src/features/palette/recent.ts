import { isObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import { RECENT_KEY } from '../session/session.ts'

/** A page or record that an administrator opened. A record has its id and name only. */
export type RecentItem =
  | { kind: 'page'; to: string }
  | { kind: 'booking' | 'partner' | 'user'; id: string; name: string }

const MAX_RECENT = 8

/** In characters. */
const MAX_NAME_LENGTH = 80

interface Dependencies {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Returns the administrator's id, which is the same in their next session; `''` without a session. */
  person: () => string
}

/**
 * The items that the signed-in administrator opened in this browser, newest first. Only paths, ids and names
 * are stored. The end of the session removes them.
 */
export function createRecentItems({ storage, person }: Dependencies) {
  function read(): readonly RecentItem[] {
    const { of, items } = readObject(parsed(storage.getItem(RECENT_KEY)))
    return of === person() && Array.isArray(items)
      ? items.flatMap(recentFrom).slice(0, MAX_RECENT)
      : []
  }

  function write(recent: readonly RecentItem[]) {
    if (person() === '') return
    try {
      const items = recent.slice(0, MAX_RECENT)
      storage.setItem(RECENT_KEY, JSON.stringify({ of: person(), items }))
    } catch {
      // without storage there are no recent items
    }
  }

  const others = (recent: RecentItem) => read().filter((one) => keyOf(one) !== keyOf(recent))

  return {
    read,
    add: (recent: RecentItem) => write([recent, ...others(recent)].flatMap(recentFrom)),
    remove: (recent: RecentItem) => write(others(recent)),
  }
}

export function keyOf(recent: RecentItem): string {
  return recent.kind === 'page' ? `page:${recent.to}` : `${recent.kind}:${recent.id}`
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function recentFrom(json: unknown): RecentItem[] {
  if (!isObject(json)) return []
  const { kind } = json
  const [to, id, name] = [readText(json['to']), readText(json['id']), readText(json['name'])]
  if (kind === 'page') return to.startsWith('/') ? [{ kind, to }] : []
  if (kind !== 'booking' && kind !== 'partner' && kind !== 'user') return []
  return id === '' || name === '' ? [] : [{ kind, id, name: name.slice(0, MAX_NAME_LENGTH) }]
}
