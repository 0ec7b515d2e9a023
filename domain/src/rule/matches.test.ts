import { describe, expect, test } from 'vitest'
import {
  all,
  any,
  before,
  blank,
  type Condition,
  contains,
  equals,
  everything,
  from,
  isOneOf,
  not,
  nothing,
  startsWith,
  within,
} from './condition.ts'
import { matches } from './matches.ts'

interface Dish {
  name: string
  price: number | null
  hot: boolean
  notes: readonly string[]
}

const dosa: Dish = { name: 'masala dosa', price: 80, hot: true, notes: ['crisp'] }
const unknown: Dish = { name: '', price: null, hot: false, notes: [] }

const holds = (condition: Condition<Dish>) =>
  [dosa, unknown].map((each) => matches(condition, each))

describe('matches(), for a full record and for one without values', () => {
  test.each<[string, Condition<Dish>, boolean[]]>([
    ['everything', everything(), [true, true]],
    ['nothing', nothing(), [false, false]],
    ['all', all(equals('hot', true), from('price', 80)), [true, false]],
    ['any', any(equals('hot', false), from('price', 80)), [true, true]],
    ['not', not(equals('hot', true)), [false, true]],
    ['blank text', blank('name'), [false, true]],
    ['blank number', blank('price'), [false, true]],
    ['blank list', blank('notes'), [false, true]],
    ['equals', equals('name', 'masala dosa'), [true, false]],
    ['is one of', isOneOf('name', ['idli', 'masala dosa']), [true, false]],
    ['is one of none', isOneOf('name', []), [false, false]],
    ['starts with', startsWith('name', 'masala'), [true, false]],
    ['starts with an empty text', startsWith('name', ''), [true, true]],
    ['contains', contains('name', 'la do'), [true, false]],
    ['contains in another case', contains('name', 'DOSA'), [false, false]],
    ['from its own value', from('price', 80), [true, false]],
    ['from a larger value', from('price', 81), [false, false]],
    ['before a larger value', before('price', 81), [true, false]],
    ['before its own value', before('price', 80), [false, false]],
    ['within', within('price', { start: 80, end: 81 }), [true, false]],
    ['within what ends at it', within('price', { start: 79, end: 80 }), [false, false]],
  ])('%s', (_, condition, expected) => {
    expect(holds(condition)).toEqual(expected)
  })
})

test('a missing number satisfies neither before nor from', () => {
  expect(matches(before<Dish>('price', Infinity), unknown)).toBe(false)
  expect(matches(from<Dish>('price', -Infinity), unknown)).toBe(false)
  expect(matches(not(before<Dish>('price', Infinity)), unknown)).toBe(true)
})
