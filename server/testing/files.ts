/** Small files of the types that a document may have, and of some that it may not. */
export const FILES = {
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
  bmp: Buffer.from('BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00', 'latin1'),
  webp: Buffer.from('RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00', 'latin1'),
  mp4: Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('mp42\0\0\0\0mp42isom')]),
  quicktime: Buffer.concat([
    Buffer.from('0000001466747970', 'hex'),
    Buffer.from('qt  \0\0\0\0qt  '),
  ]),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'),
  program: Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'),
  nothing: Buffer.alloc(0),
} as const

/** Returns a Compound File (MS-CFB) with these directory entries, in sectors that are not contiguous. */
export function compoundFile(entries: readonly string[]): Buffer {
  const sector = 512
  const perSector = 4
  const names = ['Root Entry', ...entries]
  const sectors = Math.ceil(names.length / perSector)
  const header = Buffer.alloc(sector)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 48)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(sector, 0xff)
  // directory sectors are 1, 3, 5, …
  const directory = Array.from({ length: sectors }, (_, at) => {
    const last = at === sectors - 1
    table.writeUInt32LE(last ? 0xffff_fffe : 2 * at + 3, 4 * (2 * at + 1))
    const block = Buffer.alloc(sector)
    names.slice(at * perSector, (at + 1) * perSector).forEach((name, place) => {
      block.write(name, place * 128, 'utf16le')
      block.writeUInt16LE(2 * name.length + 2, place * 128 + 64)
    })
    return Buffer.concat([block, Buffer.alloc(sector)])
  })
  return Buffer.concat([header, table, ...directory])
}
