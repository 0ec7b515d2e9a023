import { lazy } from 'react'
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { useDebouncedSearchParam } from './use-debounced-search-param.ts'

const DELAY_MS = 100

function Search() {
  const navigate = useNavigate()
  const urlText = new URLSearchParams(useLocation().search).get('search') ?? ''
  const { text, setText, flush } = useDebouncedSearchParam(urlText, DELAY_MS, (typed) => {
    void navigate({ search: `?search=${typed}` }, { replace: true })
  })
  return (
    <>
      <label>
        Search <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <div onClickCapture={flush}>
        <Link to="/found">See all</Link>
      </div>
    </>
  )
}

/** Renders the search, and beside it a screen whose code has arrived once the returned function is called. */
function renderSearch(): () => void {
  const arrived = Promise.withResolvers<{ default: () => string }>()
  const Found = lazy(() => arrived.promise)
  render(
    <Routes>
      <Route path="/search" element={<Search />} />
      <Route path="/found" element={<Found />} />
    </Routes>,
    '/search',
  )
  return () => arrived.resolve({ default: () => 'All found' })
}

test('writes the text to the URL after the pause', async () => {
  renderSearch()
  await page.getByLabelText('Search').fill('mehndi')
  expect(window.location.search).toBe('')
  await expect.poll(() => window.location.search).toBe('?search=mehndi')
})

test('follows a link that is clicked before the pause ends, while the next screen still loads', async () => {
  const arrive = renderSearch()
  await page.getByLabelText('Search').fill('mehndi')
  await page.getByRole('link', { name: 'See all' }).click()
  await new Promise((resolve) => setTimeout(resolve, 2 * DELAY_MS))
  expect(window.location.pathname).toBe('/found')
  arrive()
  await expect.element(page.getByText('All found')).toBeVisible()
  history.back()
  await expect.element(page.getByLabelText('Search')).toHaveValue('mehndi')
})
