import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, readParts, writePart } from './container.ts'

async function* written(parts: { name: string; pieces: Buffer[] }[]): AsyncGenerator<Buffer> {
  for (const { name, pieces } of parts) yield* writePart({ name }, pieces)
}

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function allOf(source: AsyncIterable<Buffer>) {
  const found: { name: string; content: Buffer; sha256: Buffer }[] = []
  for await (const part of readParts(source)) {
    const content = await joined(part.content)
    found.push({ name: part.name, content, sha256: part.sha256() })
  }
  return found
}

test('reads the parts that were written, with their hashes, however the stream is cut', async () => {
  const piece = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  const part = fc.record({ name: fc.string(), pieces: fc.array(piece, { maxLength: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.integer({ min: 1, max: 400 }), async (parts, size) => {
      const expected = parts.map(({ name, pieces }) => {
        const content = Buffer.concat(pieces)
        return { name, content, sha256: createHash('sha256').update(content).digest() }
      })
      expect(await allOf(cut(await joined(written(parts)), size))).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

test('rejects data that does not match its hash', async () => {
  const bytes = await joined(written([{ name: 'table/booking', pieces: [Buffer.from('a row')] }]))
  bytes.write('A', bytes.indexOf('a row'))
  await expect(allOf(cut(bytes, 100))).rejects.toThrow(
    'table/booking in the backup does not match its checksum',
  )
})

test('rejects an end within a part', async () => {
  const bytes = await joined(written([{ name: 'one', pieces: [Buffer.from('content')] }]))
  for (const end of [3, 12, bytes.length - 40, bytes.length - 1])
    await expect(allOf(cut(bytes.subarray(0, end), 100))).rejects.toThrow('cannot be read')
})

test('does not go on to the next part before the content of one was read', async () => {
  const source = written([
    { name: 'one', pieces: [Buffer.from('content')] },
    { name: 'two', pieces: [] },
  ])
  const names = async () => {
    const found: Part[] = []
    for await (const part of readParts(source)) found.push(part)
    return found
  }
  await expect(names()).rejects.toThrow('one was not read to its end')
})
