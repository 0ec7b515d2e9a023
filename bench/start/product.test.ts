import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@mandap/server/testing/folder.ts'
import { freeServerPort } from '@mandap/server/testing/port.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startProduct } from './product.ts'

/** Answers every request with its environment. */
const SERVER = `
  const answer = (request, response) => response.end(JSON.stringify(process.env))
  require('node:http').createServer(answer).listen(process.env.PORT, 'localhost')`

let folder: string
let place: { cwd: string; dataFolder: string; port: number }

beforeEach(async () => {
  folder = await scratchFolder('product')
  place = { cwd: folder, dataFolder: join(folder, 'data'), port: await freeServerPort() }
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const start = (program: string, limit = 30_000) =>
  startProduct([process.execPath, '--eval', program], { ...place, limit })

test('starts a server without the settings of the environment', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://mandap@production.example/mandap')
  vi.stubEnv('DATABASE_OWNER_URL_FILE', '/etc/mandap/owner')
  const server = await start(SERVER)
  try {
    const env = await (await fetch(server.url)).json()
    expect(env).toMatchObject({ DATA_DIR: place.dataFolder, PATH: process.env['PATH'] })
    expect(Object.keys(env)).not.toContain('DATABASE_URL')
    expect(Object.keys(env)).not.toContain('DATABASE_OWNER_URL_FILE')
  } finally {
    await server.stop()
  }
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
}, 30_000)

test('says why a server did not start', async () => {
  const starting = start(`console.error('The disk is full.'); process.exit(1)`)
  await expect(starting).rejects.toThrow('The server did not start.\nThe disk is full.')
}, 30_000)

test('notices that a signal ended the server', async () => {
  await expect(start(`process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow('did not start')
}, 30_000)

test('names a command that does not exist', async () => {
  await expect(startProduct(['no-such-command'], place)).rejects.toThrow('ENOENT')
})

test('ends a server that is not ready in time', async () => {
  await expect(start('setInterval(() => {}, 1000)', 500)).rejects.toThrow('not ready in 0.5 s')
}, 30_000)

test('a signal that ends a measurement ends the server and removes its data', async () => {
  await mkdir(place.dataFolder)
  const work = `
    import { startProduct } from ${JSON.stringify(join(import.meta.dirname, 'product.ts'))}
    const command = [process.execPath, '--eval', ${JSON.stringify(SERVER)}]
    await startProduct(command, ${JSON.stringify(place)})
    console.log('ready')
    setInterval(() => {}, 1000)`
  const measurement = spawn(process.execPath, ['--input-type=module', '--eval', work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(measurement.stdout, 'data')
  measurement.kill('SIGTERM')
  expect(await once(measurement, 'exit')).toEqual([null, 'SIGTERM'])
  await expect(fetch(`http://localhost:${place.port}`)).rejects.toThrow('fetch failed')
  expect(existsSync(place.dataFolder)).toBe(false)
}, 30_000)
