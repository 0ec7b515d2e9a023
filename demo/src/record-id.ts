import { SeededRandom } from './seeded-random.ts'

/** The kinds of demonstration records. Each has its own random numbers, ids and mobile numbers. */
export const KINDS = {
  user: 1,
  partner: 2,
  booking: 3,
  tempPartner: 4,
  company: 5,
  document: 6,
} as const
export type Kind = keyof typeof KINDS

export function randomOf(kind: Kind, index: number): SeededRandom {
  return new SeededRandom(0x6d616e64 + KINDS[kind], index)
}

/** The prefix of the ids of a kind, which sort by index. */
export function idPrefix(kind: Kind): string {
  return `66a1c0e${KINDS[kind]}`
}

/** Returns the id of the record of this kind and index in MongoDB's format. It is the same on every day. */
export function recordId(kind: Kind, index: number): string {
  const tail = Math.floor(new SeededRandom(KINDS[kind] * 7919, index).next() * 2 ** 32)
  return idPrefix(kind) + hex(index) + hex(tail)
}

/** Returns the id of the event of the booking with this index. */
export function eventIdOf(index: number): string {
  return recordId('booking', index).replace(idPrefix('booking'), '66a1c1e0')
}

/** Returns the index of an id from `recordId`. */
export function indexOfId(id: string): number {
  return Number.parseInt(id.slice(8, 16), 16)
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0')
}
