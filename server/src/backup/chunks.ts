/** A part of a stream. Only the last one may be shorter than the others. */
export interface Chunk {
  bytes: Buffer<ArrayBuffer>
  isLast: boolean
}

/** Cuts a stream into chunks of `size` bytes. An empty stream is one empty chunk. */
export async function* inChunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<Chunk> {
  let chunk = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const piece of source) {
    for (let at = 0; at < piece.length; ) {
      if (filled === size) {
        yield { bytes: chunk, isLast: false }
        chunk = Buffer.allocUnsafe(size)
        filled = 0
      }
      const copied = piece.copy(chunk, filled, at)
      filled += copied
      at += copied
    }
  }
  yield { bytes: chunk.subarray(0, filled), isLast: true }
}
