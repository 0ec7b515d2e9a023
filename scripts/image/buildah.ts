import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Runs a program, and returns what it prints. Rejects with its messages if it fails. */
export async function run(program: string, ...args: string[]): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // without the privileges that a container in a container would need
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const [printed, messages] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  if (code !== 0)
    throw new Error(`${program} ${args.join(' ')} failed (${code}).\n${printed}${messages}`)
  return printed.trim()
}

export function buildah(...args: string[]): Promise<string> {
  return run('buildah', ...args)
}

/** Returns the size of an image in bytes. */
export async function imageSize(name: string): Promise<number> {
  const [{ size }] = JSON.parse(await buildah('images', '--json', name)) as [{ size: string }]
  const [, number = '', unit = ''] = /^([\d.]+) ?([kMG]?)B/i.exec(size) ?? []
  return (
    Number(number) * { '': 1, K: 1e3, M: 1e6, G: 1e9 }[unit.toUpperCase() as '' | 'K' | 'M' | 'G']
  )
}

/** Mounts the files of an image while `work` runs. */
export async function withImage<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const container = await buildah('from', '--pull=never', name)
  try {
    return await work(await buildah('mount', container))
  } finally {
    await buildah('umount', container)
    await buildah('rm', container)
  }
}
