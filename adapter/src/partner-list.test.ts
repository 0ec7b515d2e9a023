import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { expect, test } from 'vitest'
import { readPartnerList } from './partner-list.ts'

test('contains no deleted partner, also if the host lists the partner twice', async () => {
  const partners = ['p1', 'p2', 'p1'].map((_id) => partnerJson({ _id }))
  const bytes = new Blob([JSON.stringify(partners)]).stream()
  const list = await readPartnerList('GET /partners', bytes)
  expect(list.count).toBe(3)
  list.remove('p1')
  list.remove('p1')
  expect(list.count).toBe(1)
  expect([...list.all({ list: 'all' })].map(({ _id }) => _id)).toEqual(['p2'])
})
