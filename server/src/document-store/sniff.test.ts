import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compoundFile, FILES } from '../../testing/files.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { sniffType } from './sniff.ts'
import { SAMPLE_FOLDER } from './sample.ts'

let folder: string
beforeAll(async () => {
  folder = await scratchFolder('sniff')
})
afterAll(() => rm(folder, { recursive: true }))

async function typeOf(content: Buffer): Promise<string | null> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return sniffType(path)
}

describe('the type of a file is detected from its content', () => {
  test.each([
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['bmp', 'image/bmp'],
    ['webp', 'image/webp'],
    ['mp4', 'video/mp4'],
    ['quicktime', 'video/quicktime'],
    ['html', null],
    ['nothing', null],
  ] as const)('%s', async (name, type) => {
    expect(await typeOf(FILES[name])).toBe(type)
  })

  test.each([
    ['aadhaar-card.png', 'image/png'],
    ['gst-certificate.pdf', 'application/pdf'],
    ['video.webm', 'video/webm'],
    [
      'incorporation-certificate.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('%s', async (file, type) => {
    expect(await typeOf(await readFile(join(SAMPLE_FOLDER, file)))).toBe(type)
  })

  const OTHERS = ['\x05SummaryInformation', '1Table', 'Data', '\x01CompObj', 'ObjectPool']

  test.each([
    ['WordDocument', 'application/msword'],
    ['Workbook', 'application/vnd.ms-excel'],
    ['Book', 'application/vnd.ms-excel'],
    ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
    ['__properties_version1.0', null],
  ])('a Compound File with the entry %s', async (entry, type) => {
    expect(await typeOf(compoundFile([entry]))).toBe(type)
    expect(await typeOf(compoundFile([...OTHERS, entry]))).toBe(type)
  })

  test('a broken Compound File has no type', async () => {
    const whole = compoundFile([...OTHERS, 'WordDocument'])
    for (const length of [8, 40, 600, 1100])
      expect(await typeOf(whole.subarray(0, length))).toBeNull()
    // a directory sector that refers to itself
    const circle = compoundFile(['Data'])
    circle.writeUInt32LE(1, 512 + 4)
    expect(await typeOf(circle)).toBeNull()
  })
})
