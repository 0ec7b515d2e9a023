import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { MAX_DEPTH } from '../database/storable-json.ts'
import { type Scan, scanValue } from './scan.ts'
import { ByteWindow } from './window.ts'

/** Where a record begins: line and column (in bytes) from 1, and its number among the records. */
export interface Place {
  line: number
  column: number
  number: number
}

/** A record of a stream, or what is wrong at a place of it. */
export type Found =
  | { kind: 'record'; place: Place; record: JsonObject; bytes: number }
  | { kind: 'unreadable'; place: Place; reason: string }
  /** What follows the place could not be read. */
  | { kind: 'cut'; place: Place; reason: string }
  /** Nothing in the stream is a record. */
  | { kind: 'foreign'; reason: string }

const [TAB, LF, CR, SPACE, COMMA] = [0x09, 0x0a, 0x0d, 0x20, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Bytes at the start of a stream by which it is known for something else. */
const EXCERPT = 32

/** How far before a bracket its line is looked at. */
const LOOK_BACK = 1024

/**
 * Reads the records of a stream of JSON, holding one at a time: a list, a list under `data` (§3), or
 * one record after another, as mongoexport writes them. What cannot be read is told with its place,
 * and reading goes on with the next record that can be made out.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Found, void, void> {
  const window = new ByteWindow(chunks)
  try {
    yield* new Reader(window).read()
  } finally {
    await window.close()
  }
}

class Reader {
  private readonly window: ByteWindow
  private at = 0
  private number = 0
  /** What is open around the records. */
  private readonly around: ('list' | 'envelope')[] = []
  /** The first keys of the record before, by which another is known again. */
  private likeness: string | null = null

  constructor(window: ByteWindow) {
    this.window = window
  }

  async *read(): AsyncGenerator<Found, void, void> {
    const reason = await this.whyForeign()
    if (reason !== null) {
      yield { kind: 'foreign', reason }
      return
    }
    for (;;) {
      const byte = await this.significant()
      if (byte === undefined) break
      const inList = this.around.at(-1) === 'list'
      if (byte === COMMA) this.at += 1
      else if (byte === LIST && !inList) this.enter('list')
      else if (byte === LIST_END && inList) yield* this.leaveList()
      else if (byte === OBJECT || byte === LIST) yield* this.value()
      else yield* this.scrap(inList)
    }
    const { failure } = this.window
    if (failure !== null) yield this.cut(`It breaks off here (${failure}).`)
    else if (this.around.length > 0) yield this.cut('The list does not end: the rest is missing.')
  }

  /** Passes over a byte order mark; says why what follows cannot be records, or `null`. */
  private async whyForeign(): Promise<string | null> {
    const { window } = this
    while (window.end < EXCERPT && (await window.more(0))) continue
    const mark = window.slice(0, 3).toString('hex')
    if (/^(fffe|feff)/.test(mark)) return 'It is UTF-16 text. Save it as UTF-8.'
    if (mark.startsWith('1f8b')) return 'It is compressed. Let its name end in .gz.'
    if (mark === 'efbbbf') this.at = 3
    const byte = await this.significant()
    if (byte === undefined || byte === OBJECT || byte === LIST) return null
    const start = window.slice(this.at, EXCERPT).toString('latin1')
    if (start.startsWith('<')) return 'It is a web page, not JSON.'
    return `It is not JSON: it begins with '${start.replace(/[^\x20-\x7e].*/s, '')}'.`
  }

  /** The next byte that is not white space; `at` is moved to it. */
  private async significant(): Promise<number | undefined> {
    for (;;) {
      const byte = this.window.byteAt(this.at)
      if (byte === undefined) {
        if (!(await this.window.more(this.lookedBack()))) return undefined
      } else if (byte === SPACE || byte === LF || byte === CR || byte === TAB) this.at += 1
      else return byte
    }
  }

  // recovery asks how the line began
  private lookedBack(): number {
    return Math.max(this.window.base, this.at - LOOK_BACK)
  }

  private enter(what: 'list' | 'envelope') {
    this.around.push(what)
    this.at += 1
  }

  private async *leaveList(): AsyncGenerator<Found, void, void> {
    this.around.pop()
    this.at += 1
    if (this.around.pop() !== 'envelope') return
    const place = this.place(this.at)
    const rest = await scanValue(this.window, this.at, { open: [OBJECT_END] })
    if (rest.kind === 'whole') this.at = rest.end
    else {
      this.at = this.window.end
      yield { kind: 'cut', place, reason: 'What follows the list cannot be read.' }
    }
  }

  private async *value(): AsyncGenerator<Found, void, void> {
    const start = this.at
    // asked now, for the scan lets go of what is before the record
    const indent = this.indentOf(start)
    const scan = await scanValue(this.window, start, { envelopes: this.around.length === 0 })
    if (scan.kind === 'envelope') {
      this.around.push('envelope', 'list')
      this.at = scan.end + 1
      return
    }
    this.number += 1
    const place = this.place(start)
    if (scan.kind !== 'whole') {
      yield* this.recover(start, indent, place, scan)
      return
    }
    this.at = scan.end
    yield this.parsed(place, this.window.slice(start, scan.end), scan.depth)
  }

  private parsed(place: Place, bytes: Buffer, depth: number): Found {
    const value = parse(bytes, depth, place)
    if (value instanceof Unreadable) return { kind: 'unreadable', place, reason: value.message }
    if (!isObject(value))
      return { kind: 'unreadable', place, reason: 'It is a list, not a record.' }
    this.likeness = likenessOf(value)
    return { kind: 'record', place, record: value, bytes: bytes.length }
  }

  /** What is neither an object nor a list, up to where the next value may begin. */
  private async *scrap(inList: boolean): AsyncGenerator<Found, void, void> {
    this.number += 1
    const place = this.place(this.at)
    yield { kind: 'unreadable', place, reason: 'It is not a record.' }
    for (;;) {
      const byte = this.window.byteAt(this.at)
      if (byte === LF || (inList && (byte === COMMA || byte === LIST_END))) return
      if (byte !== undefined) this.at += 1
      else if (!(await this.window.more(this.lookedBack()))) return
    }
  }

  /**
   * Stands at the next record after one that is broken: an object that begins a line as the broken one
   * did, or one that is like the record before. Without any, all there is has been read.
   */
  private async *recover(
    start: number,
    indent: number | null,
    place: Place,
    scan: Exclude<Scan, { end: number }>,
  ): AsyncGenerator<Found, void, void> {
    const reason = scan.kind === 'cut' ? 'It does not end.' : scan.reason
    let passed = 0
    this.at = start + 1
    while (await this.toNextObject()) {
      passed += 1
      if (indent !== null && this.indentOf(this.at) === indent) {
        yield { kind: 'unreadable', place, reason }
        return
      }
      const alike = await this.objectLikeBefore()
      if (alike) {
        yield { kind: 'unreadable', place, reason }
        this.number += 1
        const bytes = alike.end - this.at
        yield { kind: 'record', place: this.place(this.at), record: alike.record, bytes }
        this.at = alike.end
        return
      }
      this.at += 1
    }
    this.around.length = 0
    const { failure } = this.window
    this.window.failure = null
    if (scan.kind === 'cut') {
      const how = failure === null ? 'It ends' : `It breaks off (${failure})`
      yield { kind: 'cut', place, reason: `${how} in the middle of this record.` }
      return
    }
    yield { kind: 'unreadable', place, reason }
    if (passed > 0)
      yield { kind: 'cut', place, reason: 'No other record can be made out after this one.' }
  }

  private async toNextObject(): Promise<boolean> {
    for (;;) {
      const { window } = this
      const found = window.bytes.indexOf(OBJECT, this.at - window.base)
      if (found !== -1) {
        this.at = window.base + found
        return true
      }
      this.at = window.end
      if (!(await window.more(this.lookedBack()))) return false
    }
  }

  /** The object at `at`, when it follows a comma and begins with the keys that the record before had. */
  private async objectLikeBefore(): Promise<{ record: JsonObject; end: number } | null> {
    if (this.likeness === null || this.byteBefore(this.at) !== COMMA) return null
    const scan = await scanValue(this.window, this.at)
    if (scan.kind !== 'whole') return null
    const value = parse(this.window.slice(this.at, scan.end), scan.depth, this.place(this.at))
    if (!isObject(value) || likenessOf(value) !== this.likeness) return null
    return { record: value, end: scan.end }
  }

  /** White space before the first sign of a line, where an object begins it; `null` where none does. */
  private indentOf(position: number): number | null {
    let from = this.beforeBlanks(position)
    const sign = this.window.byteAt(from - 1)
    if (sign === COMMA || sign === LIST) from = this.beforeBlanks(from - 1)
    const lineBreak = this.window.byteAt(from - 1)
    if (lineBreak !== LF && from > 0) return null
    let indent = 0
    while ([SPACE, TAB].includes(this.window.byteAt(from + indent) ?? 0)) indent += 1
    return indent
  }

  private beforeBlanks(position: number): number {
    let from = position
    while ([SPACE, TAB].includes(this.window.byteAt(from - 1) ?? 0)) from -= 1
    return from
  }

  private byteBefore(position: number): number | undefined {
    let from = this.beforeBlanks(position)
    while ([LF, CR].includes(this.window.byteAt(from - 1) ?? 0)) from = this.beforeBlanks(from - 1)
    return this.window.byteAt(from - 1)
  }

  private place(position: number): Place {
    return { ...this.window.lineAndColumn(position), number: this.number }
  }

  private cut(reason: string): Found {
    return { kind: 'cut', place: this.place(this.at), reason }
  }
}

class Unreadable extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value, or why there is none. */
function parse(bytes: Buffer, depth: number, { line }: Place): unknown {
  if (depth > MAX_DEPTH) return new Unreadable(`It is more than ${MAX_DEPTH} levels deep.`)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return new Unreadable('It is not UTF-8 text.')
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    return new Unreadable(explain(error, line))
  }
}

/** V8's sentence without its excerpt, which may hold somebody's data; its line counted from the stream's. */
function explain(error: unknown, line: number): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, within] = /\(line (\d+) column \d+\)/.exec(message) ?? []
  const sentence = message.endsWith('is not valid JSON')
    ? message.replace(/, (?:\.\.\.)?".*/s, '')
    : message.replace(/ in JSON at position .*/s, '')
  return within === undefined || within === '1'
    ? `${sentence}.`
    : `${sentence}, on line ${line + Number(within) - 1}.`
}

function likenessOf(record: JsonObject): string {
  return JSON.stringify(Object.keys(record).slice(0, 2))
}
