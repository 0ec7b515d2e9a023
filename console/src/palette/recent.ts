import { isObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import { RECENT_KEY } from '../session/session.ts'

/** What an administrator opened: a page by its path, a record by its id and by what people call it. */
export type Recent =
  | { kind: 'page'; to: string }
  | { kind: 'booking' | 'partner' | 'user'; id: string; name: string }

/** How many are kept. */
const MOST = 8

/** Characters of a name that are kept. */
const LONGEST = 80

interface Surroundings {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Whose they are, by an id that their next session has too; `''` when nobody is known. */
  person: () => string
}

/**
 * What the signed-in administrator opened last, newest first, in this browser: paths, ids and names, no
 * more. The end of the session removes it.
 */
export function createRecents({ storage, person }: Surroundings) {
  function read(): readonly Recent[] {
    const { of, items } = readObject(parsed(storage.getItem(RECENT_KEY)))
    return of === person() && Array.isArray(items) ? items.flatMap(recentFrom).slice(0, MOST) : []
  }

  function write(recents: readonly Recent[]) {
    if (person() === '') return
    try {
      const items = recents.slice(0, MOST)
      storage.setItem(RECENT_KEY, JSON.stringify({ of: person(), items }))
    } catch {
      // a full storage forgets; nothing depends on it
    }
  }

  const others = (recent: Recent) => read().filter((one) => keyOf(one) !== keyOf(recent))

  return {
    read,
    remember: (recent: Recent) => write([recent, ...others(recent)].flatMap(recentFrom)),
    forget: (recent: Recent) => write(others(recent)),
  }
}

export function keyOf(recent: Recent): string {
  return recent.kind === 'page' ? `page:${recent.to}` : `${recent.kind}:${recent.id}`
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function recentFrom(json: unknown): Recent[] {
  if (!isObject(json)) return []
  const { kind } = json
  const [to, id, name] = [readText(json['to']), readText(json['id']), readText(json['name'])]
  if (kind === 'page') return to.startsWith('/') ? [{ kind, to }] : []
  if (kind !== 'booking' && kind !== 'partner' && kind !== 'user') return []
  return id === '' || name === '' ? [] : [{ kind, id, name: name.slice(0, LONGEST) }]
}
