import { CALLS } from '@mandap/contract/calls.ts'
import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fill } from '../../../testing/act.ts'
import { render } from '../../../testing/render.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { MAX_SEARCH_LENGTH } from '../../ui/search-length.ts'
import { SearchField } from '../../ui/SearchField.tsx'

function Search() {
  const [text, setText] = useState('')
  return <SearchField label="Search customers" value={text} onText={setText} />
}

function BookingId() {
  const [text, setText] = useState('')
  return (
    <Combobox
      label="Booking ID"
      value={text}
      onText={setText}
      suggestions={[]}
      onSelect={() => {}}
    />
  )
}

test.each([
  { role: 'searchbox', Field: Search },
  { role: 'combobox', Field: BookingId },
] as const)('a $role takes as much text as a host accepts, at most', async ({ role, Field }) => {
  render(<Field />)
  // a real keyboard respects the limit of the field, but takes long for the whole text
  await fill(page.getByRole(role), 'asha '.repeat(39))
  await userEvent.type(page.getByRole(role), 'asha '.repeat(2))
  await expect.element(page.getByRole(role)).toHaveValue('asha '.repeat(40))
})

test('each list of the contract accepts a text of that length', () => {
  const bookings = CALLS['GET /bookings'].querystring.properties
  const texts = [
    bookings.search,
    bookings.numberId,
    bookings.numberPrefix,
    bookings.partnerName,
    CALLS['GET /users'].querystring.properties.search,
    CALLS['GET /partners'].querystring.properties.search,
    CALLS['GET /activity'].querystring.properties.search,
  ]
  for (const text of texts)
    expect(Reflect.get(text, 'maxLength')).toBeGreaterThanOrEqual(MAX_SEARCH_LENGTH)
})
