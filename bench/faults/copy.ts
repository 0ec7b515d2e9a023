import { access, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Fault } from './fault.ts'

const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results'])

/** A copy of the working tree in which faults are made, so that the tree itself never holds one. */
export interface Copy {
  folder: string
  /** Makes the fault, does the work, and takes the fault back. */
  withFault: <T>(fault: Fault, work: () => Promise<T>) => Promise<T>
}

export async function createCopy(root: string, folder: string): Promise<Copy> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(root)) {
    if (LEFT_OUT.has(name)) continue
    await cp(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) =>
        !relative(root, path)
          .split(sep)
          .some((part) => LEFT_OUT.has(part)),
    })
  }
  await linkPackages(root, folder)
  return {
    folder,
    async withFault({ file, find, replace }, work) {
      const path = join(folder, file)
      const text = await readFile(path, 'utf8')
      // a replacement text may contain $
      await writeFile(
        path,
        text.replace(find, () => replace),
      )
      try {
        return await work()
      } finally {
        await writeFile(path, text)
      }
    },
  }
}

/** Throws an error that names the faults whose text does not occur exactly once. */
export async function requireTexts(root: string, faults: readonly Fault[]): Promise<void> {
  const wrong: string[] = []
  for (const { name, file, find } of faults) {
    const text = await readFile(join(root, file), 'utf8').catch(() => '')
    const times = text.split(find).length - 1
    if (times !== 1) wrong.push(`${name}: the text occurs ${times} times in ${file}: ${find}`)
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

/** Throws an error that names the faults whose tests do not exist. */
export async function requireTests(root: string, faults: readonly Fault[]): Promise<void> {
  const missing: string[] = []
  for (const { name, checks } of faults)
    for (const check of checks)
      if ('files' in check) {
        for (const file of check.files)
          await access(join(root, file)).catch(() =>
            missing.push(`${name}: ${file} does not exist`),
          )
      } else {
        const text = await readFile(join(root, check.journey), 'utf8').catch(() => '')
        // a title with parameters is known only when the tests are collected
        if (!new RegExp(check.grep).test(text) && !text.includes('test(`'))
          missing.push(`${name}: ${check.journey} has no test '${check.grep}'`)
      }
  if (missing.length > 0) throw new Error(missing.join('\n'))
}

/** Links the installed packages, and the workspaces to those of the copy. */
async function linkPackages(root: string, folder: string) {
  await mkdir(join(folder, 'node_modules/@mandap'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    const isOwn = name === '@mandap' || (name.startsWith('.') && name !== '.bin')
    if (!isOwn) await link(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of await readdir(join(root, 'node_modules/@mandap')))
    await link(join(folder, name), join(folder, 'node_modules/@mandap', name))
  const own = join(root, 'server/node_modules')
  if ((await readdir(own).catch(() => [])).length > 0)
    await link(own, join(folder, 'server/node_modules'))
}

function link(target: string, path: string) {
  return symlink(target, path, process.platform === 'win32' ? 'junction' : 'dir')
}
