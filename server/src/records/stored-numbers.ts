import {
  isMaskOf,
  isPartlyHidden,
  type PersonalNumber,
  shownSigns,
} from '@mandap/domain/partner/personal-number.ts'
import {
  personalNumbersIn,
  type PersonalValue,
  valueAt,
  withPersonalValues,
} from '@mandap/domain/partner/personal-record.ts'
import { readText } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import type { RecordKind } from './kind.ts'
import { storedValuesOf } from './personal-values.ts'
import { toStoredRecord } from './stored-record.ts'
import type { Change } from './write.ts'

/** A mask in a record that is not the mask of the stored number. */
export interface ForeignMask {
  id: string
  path: string
  /** Whether the stored number was kept. In a list, the mask may belong to another person, so it was not. */
  isKept: boolean
}

/** The signs that a mask must show to find its number at another path. */
const MIN_SHOWN = 3

interface Mask {
  path: string
  kind: PersonalNumber
  text: string
}

/**
 * Puts the stored numbers in the place of the masks that an import brings back in another form, or at another path of the
 * record. Returns the changed records with them, and the masks that fit no stored number.
 */
export async function withStoredNumbers<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  changes: readonly Change<F>[],
): Promise<{ restored: Pick<Change<F>, 'before' | 'record'>[]; foreign: ForeignMask[] }> {
  const masked = changes
    .map((change) => ({ change, masks: changedMasks(change) }))
    .filter(({ masks }) => masks.length > 0)
  const ids = masked.map(({ change }) => change.record.indexFields.id)
  const stored = await storedValuesOf(trx, kind.subject, ids)
  const restored: Pick<Change<F>, 'before' | 'record'>[] = []
  const foreign: ForeignMask[] = []
  for (const { change, masks } of masked) {
    const { before, record } = change
    const { id } = record.indexFields
    const { found, unknown } = matched(change, masks, stored.get(id) ?? [])
    foreign.push(...unknown.map((one) => ({ id, ...one })))
    if (found.length === 0) continue
    const whole = withPersonalValues(record.body, [...record.values, ...found])
    restored.push({ before, record: toStoredRecord(kind, whole) })
  }
  return { restored, foreign }
}

/** Returns the masks that differ from those of the stored record, as they were given. */
function changedMasks<F>({ before, record }: Change<F>): Mask[] {
  const given = new Map(record.values.map(({ path, value }) => [path, readText(value)]))
  return personalNumbersIn(record.body)
    .map(({ field, kind, number }) => ({ path: field, kind, text: given.get(field) ?? number }))
    .filter(
      ({ path, kind, text }) =>
        isPartlyHidden(kind, text) &&
        (given.has(path) || valueAt(before, path) !== valueAt(record.body, path)),
    )
}

type Value = Pick<PersonalValue, 'path' | 'value'>

/** Finds the stored number of each mask: at its path, or at another one whose mask the change removes. */
function matched<F>(
  { before, record }: Change<F>,
  masks: readonly Mask[],
  stored: readonly Value[],
) {
  const found: Value[] = []
  const unknown: Omit<ForeignMask, 'id'>[] = []
  const fits = (mask: Mask, { value }: Value) => isMaskOf(mask.text, readText(value))
  const own = (mask: Mask) => stored.find(({ path }) => path === mask.path)
  const isOwn = (mask: Mask) => {
    const value = own(mask)
    return value !== undefined && fits(mask, value)
  }
  const inPlace = masks.filter(isOwn)
  for (const mask of inPlace) found.push({ path: mask.path, value: own(mask)?.value ?? '' })
  const free = stored.filter(
    ({ path }) =>
      !inPlace.some((mask) => mask.path === path) &&
      valueAt(before, path) !== valueAt(record.body, path),
  )
  const moved = new Set<string>()
  const rest = masks.filter((mask) => !isOwn(mask))
  for (const mask of rest) {
    const candidates = free.filter(
      (value) => shownSigns(mask.text) >= MIN_SHOWN && fits(mask, value),
    )
    const [first, ...others] = candidates
    if (!first || others.some(({ value }) => value !== first.value)) continue
    moved.add(first.path)
    found.push({ path: mask.path, value: first.value })
  }
  const isFound = (mask: Mask) => found.some(({ path }) => path === mask.path)
  for (const mask of rest) {
    const value = own(mask)
    if (!value || isFound(mask) || moved.has(mask.path)) continue
    const isKept = !/\.\d+(?:\.|$)/.test(mask.path)
    if (isKept) found.push(value)
    unknown.push({ path: mask.path, isKept })
  }
  return { found, unknown }
}
