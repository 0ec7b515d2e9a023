import { aPartner } from '@mandap/domain/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { neighboursIn } from './neighbours.ts'

const rows = ['a', 'b', 'c'].map((id, at) => ({ partner: aPartner({ _id: id }), at }))
const idsOf = ({ previous, next, position }: ReturnType<typeof neighboursIn>) => ({
  previous: previous?.partner.id ?? null,
  next: next?.partner.id ?? null,
  position,
})

describe('next and previous in the list of a review', () => {
  test.each([
    ['a', { previous: null, next: 'b', position: 1 }],
    ['b', { previous: 'a', next: 'c', position: 2 }],
    ['c', { previous: 'b', next: null, position: 3 }],
  ])('%s has its neighbours', (id, expected) => {
    expect(idsOf(neighboursIn(rows, { at: 1, nextId: null }, id))).toEqual(expected)
  })

  test('has the following partner as next after a decided partner has left the list', () => {
    const after = (at: number) => idsOf(neighboursIn(rows, { at, nextId: null }, 'gone'))
    expect(after(1)).toEqual({ previous: 'a', next: 'b', position: null })
    expect(after(3)).toEqual({ previous: 'c', next: null, position: null })
  })

  test('skips nobody when other partners have left the list too', () => {
    const after = (nextId: string) => idsOf(neighboursIn(rows, { at: 2, nextId }, 'gone'))
    expect(after('a')).toEqual({ previous: null, next: 'a', position: null })
    expect(after('left too')).toEqual({ previous: 'b', next: 'c', position: null })
  })

  test('passes over partners whom others review, and names the first of them', () => {
    const reviewers = new Map([['b', 'Dev Patel']])
    const found = neighboursIn(rows, { at: 0, nextId: null }, 'a', reviewers)
    expect(idsOf(found)).toEqual({ previous: null, next: 'c', position: 1 })
    expect(found.passedOver).toMatchObject({ partner: { id: 'b' }, reviewer: 'Dev Patel' })
    expect(neighboursIn(rows, { at: 1, nextId: null }, 'b', reviewers).passedOver).toBeNull()
  })

  test('passes over partners without an id, which have no screen', () => {
    const list = ['a', '', 'c'].map((id, at) => ({ partner: aPartner({ _id: id }), at }))
    const idsAt = (at: number, id: string) => idsOf(neighboursIn(list, { at, nextId: null }, id))
    expect(idsAt(0, 'a')).toEqual({ previous: null, next: 'c', position: 1 })
    expect(idsAt(2, 'c')).toEqual({ previous: 'a', next: null, position: 3 })
  })

  test('finds a partner whose position has changed by id', () => {
    expect(idsOf(neighboursIn(rows, { at: 2, nextId: null }, 'b'))).toEqual({
      previous: 'a',
      next: 'c',
      position: 2,
    })
  })
})
