import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { CardFailure } from './CardFailure.tsx'

test.each([
  [
    new Error('The server had a problem.'),
    'The revenue could not be loaded. The server had a problem.',
  ],
  [null, 'The revenue could not be loaded.'],
])('says what could not be loaded, and why if it is known: %s', (cause, text) => {
  const query = {
    error: cause,
    isFetching: false,
    refetch: () => Promise.reject(new Error('unused')),
  }
  render(<CardFailure query={query} what="The revenue" />)
  expect(page.getByRole('alert').element().textContent).toBe(text)
})
