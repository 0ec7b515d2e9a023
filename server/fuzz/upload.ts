import { DOCUMENT_FIELDS } from '@mandap/domain/verification/upload.ts'
import * as fc from 'fast-check'
import { compoundFile, FILES } from '../testing/files.ts'
import { hostileText } from './hostile.ts'
import { IDS } from './population.ts'

/** A part of an upload: its headers and its content, as a binary string. */
export interface Part {
  disposition: string
  type?: string
  content: string
}

export const BOUNDARY = 'fuzzBoundary'

/** Returns text as a binary string of its UTF-8 bytes. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1')

const field = (name: string, text: string): Part => ({
  disposition: `name="${name}"`,
  content: bytesOf(text),
})

/** Files of several types: complete, with changed bytes, or cut. */
const fileContent = fc
  .tuple(
    fc.constantFrom(
      ...Object.values(FILES),
      compoundFile(['WordDocument', 'Data', '1Table', 'Workbook', 'Root']),
      Buffer.from('%PDF-1.4\n'),
      Buffer.from('PK\x03\x04'),
    ),
    fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 8 }),
    fc.oneof({ weight: 4, arbitrary: fc.constant(1e6) }, fc.nat(600)),
  )
  .map(([bytes, changes, length]) => {
    const changed = Buffer.from(bytes)
    for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte
    return changed.subarray(0, length).toString('latin1')
  })

const NAMES = ['card.png', '../x.pdf', 'आधार.jpg', '', '"', 'a'.repeat(300), '.'.repeat(9000)]

const file = fc
  .record({
    name: fc.constantFrom(...NAMES),
    content: fileContent,
    type: fc.constantFrom('image/png', 'application/octet-stream', 'text/plain', 'x'),
    isNamed: fc.boolean(),
  })
  .map(({ name, type, isNamed, ...rest }): Part => {
    const named = isNamed ? `; filename="${name}"` : ''
    return { disposition: `name="file"${named}`, type, ...rest }
  })

/** The parts of an upload: usual ones, in any order, with parts missing or repeated. */
export const UPLOADS: fc.Arbitrary<Part[]> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...IDS.partner), fc.constantFrom(...DOCUMENT_FIELDS), file)
    .map(([partnerId, kind, sent]) => [field('partnerId', partnerId), field('kind', kind), sent]),
  fc.array(
    fc.oneof(
      file,
      fc
        .tuple(
          fc.constantFrom('partnerId', 'kind', 'file', '__proto__', 'toString', ''),
          hostileText,
        )
        .map(([name, text]) => field(name, text.slice(0, 2000))),
      fc.constant<Part>({
        disposition: 'name="partnerId"',
        type: 'application/json',
        content: '{"toString":1}',
      }),
    ),
    { maxLength: 12 },
  ),
)

/** Returns the body of an upload as a binary string. */
export function multipartText(parts: readonly Part[]): string {
  const texts = parts.map(({ disposition, type, content }) => {
    const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${bytesOf(disposition)}\r\n${typed}\r\n${content}\r\n`
  })
  return `${texts.join('')}--${BOUNDARY}--\r\n`
}
