import type { FileHandle } from 'node:fs/promises'

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Maximum number of directory sectors that are read. An ordinary file has far fewer. */
const MAX_SECTORS = 256
const LAST_SECTOR = 0xffff_fffa

/** Returns the names in the directory of a Compound File (MS-CFB 2.2–2.6); none if the file is broken. */
export async function compoundFileEntries(file: FileHandle): Promise<string[]> {
  const header = await read(file, 0, HEADER_BYTES)
  if (header.length < HEADER_BYTES) return []
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return []
  const sectorBytes = 2 ** shift
  const sectorAt = (sector: number) => read(file, (sector + 1) * sectorBytes, sectorBytes)

  const names: string[] = []
  let sector = header.readUInt32LE(48)
  for (let count = 0; sector <= LAST_SECTOR && count < MAX_SECTORS; count += 1) {
    const entries = await sectorAt(sector)
    for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES)
      names.push(entryName(entries.subarray(at, at + ENTRY_BYTES)))

    // the allocation table has the next sector of a chain; the header lists the table's first sectors
    const perTable = sectorBytes / 4
    const table = Math.floor(sector / perTable)
    if (table >= 109) break
    const next = (await sectorAt(header.readUInt32LE(76 + 4 * table))).subarray(
      4 * (sector % perTable),
    )
    if (next.length < 4) break
    sector = next.readUInt32LE(0)
  }
  return names
}

// UTF-16; byte 64 has the length in bytes, including the terminating zero
function entryName(entry: Buffer): string {
  return entry.toString('utf16le', 0, Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2)))
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
