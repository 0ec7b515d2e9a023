// Entry point of `npm run test:image`: builds the container image where no image registry can be reached, and runs its
// server once as an orchestrator would. Needs root on Debian, with buildah and debootstrap.
import { strict as assert } from 'node:assert'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '../bench/measuring/session.ts'
import { startPostgres } from '@mandap/server/testing/postgres.ts'
import { say, step } from '../server/src/terminal/terminal.ts'
import { makeBaseImage } from './image/base-image.ts'
import { buildah, imageSize, withImage } from './image/buildah.ts'
import { runImage } from './image/run-image.ts'

const ROOT = join(import.meta.dirname, '..')
const ACCOUNT = { email: 'first@office.example', password: 'correct-horse-battery' }

const base = await step('Making an image of Debian with Node', makeBaseImage)
await step('Building the image', () =>
  buildah(
    'build',
    '--format=docker',
    '--layers',
    `--build-arg=NODE_IMAGE=${base}`,
    '--tag=mandap',
    ROOT,
  ),
)
say(`  ${Math.round((await imageSize('mandap')) / 1_000_000)} MB`)

await withImage('mandap', async (folder) => {
  for (const path of [
    'bin/sh',
    'usr/bin/sh',
    'usr/bin/apt',
    'usr/bin/dpkg',
    'usr/bin/npm',
    'mandap/.git',
    'mandap/server/testing',
  ])
    assert(!existsSync(join(folder, path)), `The image contains ${path}.`)

  const postgres = await startPostgres({})
  try {
    const server = await step('Starting its server with a read-only root', () =>
      runImage(folder, {
        HOST: '127.0.0.1',
        DATABASE_URL: postgres.url,
        ADMIN_EMAIL: ACCOUNT.email,
        ADMIN_PASSWORD: ACCOUNT.password,
        SECOND_FACTOR: 'optional',
      }),
    )
    try {
      await step('Signing in and reading a list', () => readAsAdministrator(server.url))
      await step('Running its health check', () => server.checkHealth())
    } finally {
      await step('Stopping it', () => server.stop())
    }
  } finally {
    await postgres.stop()
  }
})

async function readAsAdministrator(url: string) {
  const page = await fetch(url)
  assert.match(await page.text(), /<title>/)
  const { idToken } = await signIn(url, ACCOUNT)
  const list = await fetch(`${url}/partners?list=approved&limit=50`, {
    headers: { authorization: `Bearer ${idToken}` },
  })
  assert.equal(list.status, 200, `The list of partners answered ${list.status}.`)
}
