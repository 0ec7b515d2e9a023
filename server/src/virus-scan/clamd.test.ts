import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { INFECTED, startClamd } from '../../testing/clamd.ts'
import { findVirus, ScannerUnavailable } from './clamd.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function scanner(...given: Parameters<typeof startClamd>) {
  const clamd = await startClamd(...given)
  closing.push(clamd.close)
  return clamd
}

const content = (...chunks: (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)))

test('sends the whole content, and returns null for one without a virus', async () => {
  const clamd = await scanner()
  const bytes = randomBytes(3 * 1024 * 1024)
  const parts = [bytes.subarray(0, 70_000), bytes.subarray(70_000)]
  expect(await findVirus(clamd.address, content(...parts))).toBeNull()
  expect(clamd.scanned[0]?.equals(bytes)).toBe(true)
})

test('returns the name of the virus', async () => {
  const { address } = await scanner()
  expect(await findVirus(address, content('begin ', INFECTED))).toBe('Test.Virus')
})

test.each([
  ['an error', () => 'Can’t allocate memory ERROR', /Can’t allocate memory ERROR/],
  ['nothing', () => '', /without an answer/],
])('does not take %s for a document without a virus', async (_what, answer, reason) => {
  const { address } = await scanner(answer)
  const scan = findVirus(address, content('a document'))
  await expect(scan).rejects.toThrow(ScannerUnavailable)
  await expect(scan).rejects.toThrow(reason)
})

test('does not take content that is larger than the scanner accepts for one without a virus', async () => {
  const { address } = await scanner(undefined, 100_000)
  const large = Array.from({ length: 100 }, () => randomBytes(100_000))
  await expect(findVirus(address, content(...large))).rejects.toThrow(ScannerUnavailable)
})

test('fails when the scanner does not answer in time, or nothing listens', async () => {
  const clamd = await scanner(() => null)
  const silent = findVirus(clamd.address, content('a document'), 50)
  await expect(silent).rejects.toThrow('it does not answer')
  await clamd.close()
  closing.pop()
  const closed = findVirus(clamd.address, content('a document'))
  await expect(closed).rejects.toThrow('nothing listens there')
})

test('throws the error of content that cannot be read', async () => {
  const { address } = await scanner()
  const broken = Readable.from(
    // oxlint-disable-next-line require-yield
    (async function* () {
      throw new Error('the disk failed')
    })(),
  )
  await expect(findVirus(address, broken)).rejects.toThrow('the disk failed')
})
