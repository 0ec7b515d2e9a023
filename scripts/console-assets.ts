import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { DAY } from '../domain/src/time/days.ts'

/** How long the assets of a build stay after the next build, for the server and the pages that still use them. */
const KEPT_MS = 14 * DAY

/**
 * Removes assets that no build has used for two weeks from the output folder of the console. `started` is the time at which the
 * last build began, so that its assets are newer. A list in the folder names those of the build before.
 */
export async function removeOldAssets(
  folder: string,
  started: number,
  now = Date.now(),
): Promise<void> {
  const list = join(folder, '.assets')
  const used = existsSync(list) ? new Set(readFileSync(list, 'utf8').split('\n')) : undefined
  const current: string[] = []
  for (const entry of readdirSync(join(folder, 'assets'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
    // another build has removed it
    if (mtimeMs === undefined) continue
    if (mtimeMs >= started) current.push(name)
    // without a list, all of them may be of the build before
    else if (used?.has(name) ?? true) await utimes(path, new Date(now), new Date(now))
    else if (mtimeMs < now - KEPT_MS) await rm(path, { force: true })
  }
  await writeFile(list, current.join('\n'))
}
