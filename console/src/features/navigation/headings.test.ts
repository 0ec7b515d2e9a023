import { LIST_DEFINITIONS } from '@mandap/domain/booking/definition.ts'
import { expect, test } from 'vitest'
import { HEADINGS } from './headings.ts'

test('the list of all partners and the definition of its count name the erased ones', () => {
  for (const text of [HEADINGS.allPartners.subtitle, LIST_DEFINITIONS.partners])
    expect(text).toContain('approved and erased')
})
