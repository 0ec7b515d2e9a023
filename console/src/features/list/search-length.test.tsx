import { CALLS } from '@mandap/contract/calls.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useState } from 'preact/compat'
import { render } from '../../../testing/render.tsx'
import { MAX_SEARCH_LENGTH, SearchField } from '../../ui/SearchField.tsx'

function Search() {
  const [text, setText] = useState('')
  return <SearchField label="Search customers" value={text} onText={setText} />
}

test('a search takes as much text as each list of the contract accepts, at most', async () => {
  render(<Search />)
  const field = page.getByRole('searchbox', { name: 'Search customers' })
  await userEvent.type(field, 'asha '.repeat(41))
  await expect.element(field).toHaveValue('asha '.repeat(40))
  for (const call of ['GET /users', 'GET /partners', 'GET /bookings', 'GET /activity'] as const) {
    const { search } = CALLS[call].querystring.properties
    expect(Reflect.get(search, 'maxLength')).toBeGreaterThanOrEqual(MAX_SEARCH_LENGTH)
  }
})
