import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DAY } from '../domain/src/time/days.ts'
import { removeOldAssets } from './console-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'console-assets-'))
const assets = join(folder, 'assets')
mkdirSync(join(assets, 'pdfjs-1'), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

/** Builds the files on a day, and returns which files there are then. */
async function built(day: number, ...names: string[]) {
  const at = Date.UTC(2026, 0, 1) + day * DAY
  for (const name of names) {
    writeFileSync(join(assets, name), '')
    utimesSync(join(assets, name), new Date(at), new Date(at))
  }
  await removeOldAssets(folder, at - 1000, at)
  return readdirSync(assets).toSorted()
}

test('keeps what a build replaces for two weeks after it was replaced, with its compressed variants', async () => {
  const first = ['main-1.js', 'main-1.js.br', 'pdfjs-1/worker.js']
  await built(0, ...first, 'same.js')
  expect(await built(100, 'main-2.js', 'same.js')).toEqual([
    'main-1.js',
    'main-1.js.br',
    'main-2.js',
    'pdfjs-1',
    'same.js',
  ])
  expect(await built(113, 'main-3.js', 'same.js')).toContain('main-1.js.br')
  expect(await built(115, 'main-4.js', 'same.js')).toEqual([
    'main-2.js',
    'main-3.js',
    'main-4.js',
    'pdfjs-1',
    'same.js',
  ])
  expect(readdirSync(join(assets, 'pdfjs-1'))).toEqual([])
})

test('keeps what a build without a list has left', async () => {
  await built(200, 'main-5.js')
  rmSync(join(folder, '.assets'))
  expect(await built(300, 'main-6.js')).toEqual(expect.arrayContaining(['main-5.js', 'main-6.js']))
})
