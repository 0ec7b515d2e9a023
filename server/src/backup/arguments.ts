import { parseCommand, UsageError } from '../terminal/command.ts'

/** What `npm run backup` or `npm run restore` is asked to do. */
export type Command =
  | { is: 'backUp'; path: string; verifies: boolean }
  | { is: 'verify'; path: string }
  /** `repeats` is whether the destructions of the list are repeated. */
  | { is: 'restore'; path: string; repeats: boolean }
  /** Ends all access to a database that was set back to an earlier time. */
  | { is: 'endAccess'; repeats: boolean }

/** Reads the words after `main.ts`. Throws a `UsageError` for options that cannot be combined. */
export function readArguments([command, ...args]: readonly string[]): Command {
  const { values, positionals } = parseCommand({
    args,
    allowPositionals: true,
    options: {
      verify: { type: 'boolean', default: false },
      destructions: { type: 'boolean', default: false },
      'without-destructions': { type: 'boolean', default: false },
    },
  })
  const { verify: verifies, destructions, 'without-destructions': withoutList } = values
  const repeats = !withoutList
  if (command === 'backup') {
    if (destructions || withoutList)
      throw new UsageError('--destructions and --without-destructions are for npm run restore.')
    return { is: 'backUp', path: onlyPath(positionals), verifies }
  }
  if (destructions) {
    if (positionals.length > 0 || verifies)
      throw new UsageError(
        '--destructions is for the database of the settings. Use it without a file and without --verify.',
      )
    return { is: 'endAccess', repeats }
  }
  const path = onlyPath(positionals)
  if (!verifies) return { is: 'restore', path, repeats }
  if (withoutList)
    throw new UsageError(
      '--verify destroys nothing and needs no list. Use it without --without-destructions.',
    )
  return { is: 'verify', path }
}

function onlyPath([path, ...more]: readonly string[]): string {
  if (path === undefined || more.length > 0) throw new UsageError('Name one file or address.')
  return path
}
