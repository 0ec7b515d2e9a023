import { readdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { receiveFile } from './receive.ts'

let folder: string
beforeEach(async () => {
  folder = await scratchFolder('receive')
})
afterEach(() => rm(folder, { recursive: true }))

const chunks = (count: number) =>
  Readable.from(Array.from({ length: count }, () => Buffer.alloc(8)))

test('keeps a file of exactly the maximum size', async () => {
  expect(await receiveFile(chunks(2), folder, 16)).toMatchObject({ size: 16 })
})

test('stops reading at the maximum size, and leaves no file', async () => {
  const stream = chunks(100)
  await expect(receiveFile(stream, folder, 16)).rejects.toMatchObject({ status: 413 })
  expect(stream.destroyed).toBe(true)
  expect(await readdir(folder)).toEqual([])
})

test('leaves no file when the stream fails before its first byte', async () => {
  const broken = () => {
    const stream = new Readable({ read() {} })
    stream.destroy(new Error('cut off'))
    return stream
  }
  const attempts = Array.from({ length: 20 }, () => receiveFile(broken(), folder, 16))
  for (const attempt of await Promise.allSettled(attempts)) expect(attempt.status).toBe('rejected')
  expect(await readdir(folder)).toEqual([])
})
