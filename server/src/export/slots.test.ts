import { expect, test } from 'vitest'
import { ExportSlots } from './slots.ts'

test('gives the slot of an export back once, also if it is ended twice', () => {
  const slots = new ExportSlots(2)
  const [first] = [slots.take(), slots.take()]
  first?.()
  first?.()
  expect(slots.open).toBe(1)
})

test('refuses exports beyond its maximum, and counts them', () => {
  const slots = new ExportSlots(1)
  const end = slots.take()
  const busy = expect.objectContaining({ status: 503, code: 'EXPORTS_BUSY' })
  expect(() => slots.take()).toThrow(busy)
  expect(() => slots.requireFree()).toThrow(busy)
  end()
  slots.requireFree()
  expect([slots.open, slots.refused]).toEqual([0, 2])
})
