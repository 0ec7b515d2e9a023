import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listenOnce } from '../../server/src/database/embedded/port.ts'
import { buildah } from './buildah.ts'

interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

export interface RunningImage {
  url: string
  checkHealth(): Promise<void>
  /** Sends SIGTERM. Rejects unless the server exits with 0. */
  stop(): Promise<void>
}

const READY_MS = 60_000

/** Mounts the image, its folder for data and its folder for temporary files, and becomes the program in it. */
const MOUNT_AND_RUN = `
image=$1; root=$2; data=$3; shift 3
mount --bind "$image" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
exec unshare "$@"`

/**
 * Runs the server of an image in namespaces of its own, as the image says: as its user, with its environment, on a root
 * that is read only except for /data and /tmp. Resolves when it is ready.
 */
export async function runImage(
  folder: string,
  settings: Record<string, string>,
): Promise<RunningImage> {
  const config = await imageConfig()
  const scratch = await mkdtemp(join(tmpdir(), 'mandap-image-'))
  const data = join(scratch, 'data')
  const root = join(scratch, 'root')
  await Promise.all([mkdir(data), mkdir(root)])
  const [uid = 0, gid = 0] = config.User.split(':').map(Number)
  await chown(data, uid, gid)

  const port = await listenOnce(0, '127.0.0.1')
  const inImage = (command: readonly string[]) =>
    spawn(
      'unshare',
      [
        '--mount',
        'sh',
        '-euc',
        MOUNT_AND_RUN,
        'sh',
        folder,
        root,
        data,
        `--root=${root}`,
        `--wd=${config.WorkingDir}`,
        `--setgid=${gid}`,
        `--setuid=${uid}`,
        ...command,
      ],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...Object.fromEntries(config.Env.map(entryOf)),
          PATH: process.env['PATH'],
          PORT: String(port),
          ...settings,
        },
      },
    )
  const server = inImage(config.Cmd)
  const exited = once(server, 'exit') as Promise<[number | null]>
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    server.kill('SIGTERM')
    const [code] = await exited
    await rm(scratch, { recursive: true })
    if (code !== 0) throw new Error(`The server ended with ${code}.`)
  }
  try {
    await Promise.race([
      untilReady(url),
      exited.then(() => Promise.reject(new Error('The server ended.'))),
    ])
  } catch (error) {
    if (server.exitCode === null) await stop().catch(() => {})
    throw error
  }
  return {
    url,
    stop,
    async checkHealth() {
      const [, ...command] = config.Healthcheck.Test
      const [code] = (await once(inImage(command), 'exit')) as [number | null]
      if (code !== 0) throw new Error('The health check of the image failed.')
    },
  }
}

async function imageConfig(): Promise<ImageConfig> {
  const inspected = JSON.parse(await buildah('inspect', '--type=image', 'mandap')) as {
    Docker: { config: ImageConfig }
  }
  return inspected.Docker.config
}

function entryOf(variable: string): [string, string] {
  const at = variable.indexOf('=')
  return [variable.slice(0, at), variable.slice(at + 1)]
}

async function untilReady(url: string) {
  const deadline = performance.now() + READY_MS
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    if (performance.now() > deadline)
      throw new Error(`The server was not ready after ${READY_MS / 1000} s.`)
    await pause(200)
  }
}
