const LF = 0x0a

/** A stream of bytes with a moving window. Positions count from the start of the stream. */
export class ByteWindow {
  /** The bytes in the window; the first is at `base`. */
  bytes: Buffer = Buffer.alloc(0)
  base = 0
  /** Why the stream ended early, if it did. */
  failure: string | null = null
  private readonly chunks: AsyncIterator<Uint8Array>
  private line = 1
  private lineStart = 0
  private counted = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  get end(): number {
    return this.base + this.bytes.length
  }

  byteAt(position: number): number | undefined {
    return this.bytes[position - this.base]
  }

  slice(start: number, end: number): Buffer {
    return this.bytes.subarray(start - this.base, end - this.base)
  }

  /** Reads the next chunk and drops the bytes before `keep`. Returns false at the end. */
  async more(keep: number): Promise<boolean> {
    const next = await this.chunks.next().catch((error: unknown) => {
      this.failure = error instanceof Error ? error.message : String(error)
      return { done: true as const, value: undefined }
    })
    if (next.done) return false
    this.countLines(keep)
    const held = this.bytes.subarray(keep - this.base)
    this.bytes = held.length === 0 ? asBuffer(next.value) : Buffer.concat([held, next.value])
    this.base = keep
    return true
  }

  /** Returns the line and column (in bytes) of a position, both from 1. Positions must ascend. */
  lineAndColumn(position: number): { line: number; column: number } {
    this.countLines(position)
    return { line: this.line, column: position - this.lineStart + 1 }
  }

  private countLines(until: number) {
    while (this.counted < until) {
      const found = this.bytes.indexOf(LF, this.counted - this.base)
      if (found === -1 || found + this.base >= until) {
        this.counted = until
      } else {
        this.counted = found + this.base + 1
        this.line += 1
        this.lineStart = this.counted
      }
    }
  }

  /** Ends the stream early, so that its sender stops. */
  async close(): Promise<void> {
    await this.chunks.return?.()
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
