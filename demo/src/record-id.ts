import { SeededRandom } from './seeded-random.ts'

/** Kinds of demonstration records; each has its own dice, ids and mobile numbers. */
export const KINDS = {
  user: 1,
  partner: 2,
  booking: 3,
  tempPartner: 4,
  company: 5,
  document: 6,
} as const
export type Kind = keyof typeof KINDS

export function diceOf(kind: Kind, index: number): SeededRandom {
  return new SeededRandom(0x6d616e64 + KINDS[kind], index)
}

/** What every id of a kind begins with, in the order of their indices. */
export function idPrefix(kind: Kind): string {
  return `66a1c0e${KINDS[kind]}`
}

/** The id of the `index`-th record of a kind, of the form that MongoDB gives; the same on every day. */
export function recordId(kind: Kind, index: number): string {
  const tail = Math.floor(new SeededRandom(KINDS[kind] * 7919, index).next() * 2 ** 32)
  return idPrefix(kind) + hex(index) + hex(tail)
}

/** The index within an id that `recordId` gave. */
export function indexOfId(id: string): number {
  return Number.parseInt(id.slice(8, 16), 16)
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0')
}
