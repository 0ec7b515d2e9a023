/** Where a backup is or will be: a file, or an object of a bucket. */
export interface Location {
  /** Its path or address, as the person named it. */
  name: string
  exists(): Promise<boolean>
  /** Returns the size in bytes. Throws a `BackupError` if there is no such backup. */
  size(): Promise<number>
  /** Returns the bytes from `start` to the end, or up to `end`, which is included. */
  read(range: { start: number; end?: number }): AsyncIterable<Buffer>
  /** Writes all of the content, or leaves nothing behind. Throws a `BackupError` if it cannot be written. */
  write(content: AsyncIterable<Buffer>): Promise<void>
}
