import { BYTE, isWhiteSpace } from '@mandap/domain/wire/json-scan.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { MAX_DEPTH } from '../database/storable-json.ts'
import { type Scan, scanValue } from './scan.ts'
import { ByteWindow } from './window.ts'

/** The position of a record: line and column (in bytes) from 1, and its number. */
export interface Position {
  line: number
  column: number
  number: number
}

/** A record of a stream, or the reason why a position cannot be read. */
export type Found =
  | { kind: 'record'; position: Position; record: JsonObject; bytes: number }
  | { kind: 'unreadable'; position: Position; reason: string }
  /** The rest after the position could not be read. */
  | { kind: 'cut'; position: Position; reason: string }
  /** The stream contains no record at all. */
  | { kind: 'foreign'; reason: string }

const BLANKS: readonly number[] = [BYTE.space, BYTE.tab]
const LINE_BREAKS: readonly number[] = [BYTE.lineFeed, BYTE.carriageReturn]

/** Number of bytes at the start of a stream that are checked for other formats. */
const EXCERPT = 32

/** Number of bytes before a bracket that are checked for the start of its line. */
const LOOK_BACK = 1024

/**
 * Reads the records of a JSON stream, with one record in memory: a list, a list under `data` (§3), or one
 * record after another, as mongoexport writes them. Reports text that cannot be read with its position, and
 * continues with the next recognizable record.
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
  /** The brackets that are open around the records. */
  private readonly around: ('list' | 'envelope')[] = []
  /** The first keys of the previous record, by which the next one is recognized. */
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
      if (byte === BYTE.comma) this.at += 1
      else if (byte === BYTE.openList && !inList) this.enter('list')
      else if (byte === BYTE.closeList && inList) yield* this.leaveList()
      else if (byte === BYTE.openObject || byte === BYTE.openList) yield* this.value()
      else yield* this.scrap(inList)
    }
    const { failure } = this.window
    if (failure !== null) yield this.cut(`Reading failed here (${failure}).`)
    else if (this.around.length > 0) yield this.cut('The end of the list is missing.')
  }

  /** Skips a byte order mark. Returns why the rest cannot be records, or `null`. */
  private async whyForeign(): Promise<string | null> {
    const { window } = this
    while (window.end < EXCERPT && (await window.more(0))) continue
    const mark = window.slice(0, 3).toString('hex')
    if (/^(fffe|feff)/.test(mark)) return 'It is UTF-16 text. Save it as UTF-8.'
    if (mark.startsWith('1f8b')) return 'It is compressed. Rename it so that the name ends in .gz.'
    if (mark === 'efbbbf') this.at = 3
    const byte = await this.significant()
    if (byte === undefined || byte === BYTE.openObject || byte === BYTE.openList) return null
    const start = window.slice(this.at, EXCERPT).toString('latin1')
    if (start.startsWith('<')) return 'It is a web page, not JSON.'
    return `It is not JSON: it begins with '${start.replace(/[^\x20-\x7e].*/s, '')}'.`
  }

  /** Moves `at` to the next byte that is not white space, and returns the byte. */
  private async significant(): Promise<number | undefined> {
    for (;;) {
      const byte = this.window.byteAt(this.at)
      if (byte === undefined) {
        if (!(await this.window.more(this.lookedBack()))) return undefined
      } else if (isWhiteSpace(byte)) this.at += 1
      else return byte
    }
  }

  // needed to recover: how the line began
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
    const position = this.positionOf(this.at)
    const rest = await scanValue(this.window, this.at, { open: [BYTE.closeObject] })
    if (rest.kind === 'whole') this.at = rest.end
    else {
      this.at = this.window.end
      yield { kind: 'cut', position, reason: 'The data after the list cannot be read.' }
    }
  }

  private async *value(): AsyncGenerator<Found, void, void> {
    const start = this.at
    // computed now, because the scan drops the bytes before the record
    const indent = this.indentOf(start)
    const scan = await scanValue(this.window, start, { envelopes: this.around.length === 0 })
    if (scan.kind === 'envelope') {
      this.around.push('envelope', 'list')
      this.at = scan.end + 1
      return
    }
    this.number += 1
    const position = this.positionOf(start)
    if (scan.kind !== 'whole') {
      yield* this.recover(start, indent, position, scan)
      return
    }
    this.at = scan.end
    yield this.parsed(position, this.window.slice(start, scan.end), scan.depth)
  }

  private parsed(position: Position, bytes: Buffer, depth: number): Found {
    const value = parse(bytes, depth, position)
    if (value instanceof Unreadable) return { kind: 'unreadable', position, reason: value.message }
    if (!isObject(value))
      return { kind: 'unreadable', position, reason: 'It is a list, not a record.' }
    this.likeness = likenessOf(value)
    return { kind: 'record', position, record: value, bytes: bytes.length }
  }

  /** Skips a value that is neither an object nor a list, up to where the next value may begin. */
  private async *scrap(inList: boolean): AsyncGenerator<Found, void, void> {
    this.number += 1
    const position = this.positionOf(this.at)
    yield { kind: 'unreadable', position, reason: 'It is not a record.' }
    for (;;) {
      const byte = this.window.byteAt(this.at)
      if (byte === BYTE.lineFeed || (inList && (byte === BYTE.comma || byte === BYTE.closeList)))
        return
      if (byte !== undefined) this.at += 1
      else if (!(await this.window.more(this.lookedBack()))) return
    }
  }

  /**
   * Moves to the next record after a broken one: an object that begins a line as the broken one did, or one
   * that is similar to the previous record. If there is none, moves to the end.
   */
  private async *recover(
    start: number,
    indent: number | null,
    position: Position,
    scan: Exclude<Scan, { end: number }>,
  ): AsyncGenerator<Found, void, void> {
    const reason = scan.kind === 'cut' ? 'Its end is missing.' : scan.reason
    let passed = 0
    this.at = start + 1
    while (await this.toNextObject()) {
      passed += 1
      if (indent !== null && this.indentOf(this.at) === indent) {
        yield { kind: 'unreadable', position, reason }
        return
      }
      const alike = await this.objectLikeBefore()
      if (alike) {
        yield { kind: 'unreadable', position, reason }
        this.number += 1
        const bytes = alike.end - this.at
        yield { kind: 'record', position: this.positionOf(this.at), record: alike.record, bytes }
        this.at = alike.end
        return
      }
      this.at += 1
    }
    this.around.length = 0
    const { failure } = this.window
    this.window.failure = null
    if (scan.kind === 'cut') {
      const how = failure === null ? 'The data ends' : `Reading failed (${failure})`
      yield { kind: 'cut', position, reason: `${how} in the middle of this record.` }
      return
    }
    yield { kind: 'unreadable', position, reason }
    if (passed > 0)
      yield { kind: 'cut', position, reason: 'No further record was found after this one.' }
  }

  private async toNextObject(): Promise<boolean> {
    for (;;) {
      const { window } = this
      const found = window.bytes.indexOf(BYTE.openObject, this.at - window.base)
      if (found !== -1) {
        this.at = window.base + found
        return true
      }
      this.at = window.end
      if (!(await window.more(this.lookedBack()))) return false
    }
  }

  /** Returns the object at `at`, if it follows a comma and begins with the keys of the previous record. */
  private async objectLikeBefore(): Promise<{ record: JsonObject; end: number } | null> {
    if (this.likeness === null || this.byteBefore(this.at) !== BYTE.comma) return null
    const scan = await scanValue(this.window, this.at)
    if (scan.kind !== 'whole') return null
    const value = parse(this.window.slice(this.at, scan.end), scan.depth, this.positionOf(this.at))
    if (!isObject(value) || likenessOf(value) !== this.likeness) return null
    return { record: value, end: scan.end }
  }

  /** Returns the white space before an object at the start of a line; `null` if there is no such object. */
  private indentOf(position: number): number | null {
    let from = this.beforeBlanks(position)
    const sign = this.window.byteAt(from - 1)
    if (sign === BYTE.comma || sign === BYTE.openList) from = this.beforeBlanks(from - 1)
    const lineBreak = this.window.byteAt(from - 1)
    if (lineBreak !== BYTE.lineFeed && from > 0) return null
    let indent = 0
    while (BLANKS.includes(this.window.byteAt(from + indent) ?? 0)) indent += 1
    return indent
  }

  private beforeBlanks(position: number): number {
    let from = position
    while (BLANKS.includes(this.window.byteAt(from - 1) ?? 0)) from -= 1
    return from
  }

  private byteBefore(position: number): number | undefined {
    let from = this.beforeBlanks(position)
    while (LINE_BREAKS.includes(this.window.byteAt(from - 1) ?? 0))
      from = this.beforeBlanks(from - 1)
    return this.window.byteAt(from - 1)
  }

  private positionOf(offset: number): Position {
    return { ...this.window.lineAndColumn(offset), number: this.number }
  }

  private cut(reason: string): Found {
    return { kind: 'cut', position: this.positionOf(this.at), reason }
  }
}

class Unreadable extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns the value, or why there is none. */
function parse(bytes: Buffer, depth: number, { line }: Position): unknown {
  if (depth > MAX_DEPTH) return new Unreadable(`It is more than ${MAX_DEPTH} levels deep.`)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return new Unreadable('It is not UTF-8 text.')
  }
  try {
    // not for each record, because a reviver takes several times as long
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
  } catch (error) {
    return new Unreadable(explain(error, line))
  }
}

/** A number with so many digits that JavaScript may round it. */
const LONG_NUMBER = /[[:,\s]-?\d{16}/

/** Keeps a whole number that JavaScript would round as text, such as a long id or the number of an account. */
function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source = '' } = context ?? {}
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return /^-?\d+$/.test(source) && String(value) !== source ? source : value
}

/**
 * Returns V8's message without its excerpt, which may contain personal data, with the line number of the
 * stream.
 */
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
