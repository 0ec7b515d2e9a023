import { lazy, type ReactNode } from 'react'
import { useLocation, useNavigate } from '../router/Router.tsx'
import { Link } from '../router/Link.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { useDebouncedSearchParam } from './use-debounced-search-param.ts'

const DELAY_MS = 100

function Search({ second }: { second: ReactNode }) {
  const navigate = useNavigate()
  const params = new URLSearchParams(useLocation().search)
  const { text, setText, flush } = useDebouncedSearchParam(
    params.get('search') ?? '',
    DELAY_MS,
    (typed) => {
      const search = new URLSearchParams(params)
      search.set('search', typed)
      navigate({ search: `?${search}` }, { replace: true })
    },
  )
  return (
    <>
      <label>
        Search <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <div onClickCapture={flush}>
        <Link to="/found">See all</Link>
      </div>
      <Link to="/search?tab=second">Second tab</Link>
      {params.has('tab') && second}
    </>
  )
}

/** Renders the search, and links to a tab and a screen whose code has arrived once the returned function is called. */
function renderSearch(): () => void {
  const arrived = Promise.withResolvers<{ default: () => string }>()
  const Slow = lazy(() => arrived.promise)
  function Screen() {
    return useLocation().pathname === '/search' ? <Search second={<Slow />} /> : <Slow />
  }
  render(<Screen />, '/search')
  return () => arrived.resolve({ default: () => 'All found' })
}

const field = () => page.getByLabelText('Search')

function pauseEnds(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2 * DELAY_MS))
}

test('writes the text to the URL after the pause', async () => {
  renderSearch()
  await field().fill('mehndi')
  expect(window.location.search).toBe('')
  await expect.poll(() => window.location.search).toBe('?search=mehndi')
})

test('follows a link that is clicked before the pause ends, while the next screen still loads', async () => {
  const arrive = renderSearch()
  await field().fill('mehndi')
  await page.getByRole('link', { name: 'See all' }).click()
  await pauseEnds()
  expect(window.location.pathname).toBe('/found')
  arrive()
  await expect.element(page.getByText('All found')).toBeVisible()
  history.back()
  await expect.element(field()).toHaveValue('mehndi')
})

test('shows the text of the URL after another link', async () => {
  const arrive = renderSearch()
  await field().fill('mehndi')
  await expect.poll(() => window.location.search).toBe('?search=mehndi')
  arrive()
  await page.getByRole('link', { name: 'Second tab' }).click()
  await expect.element(field()).toHaveValue('')
  history.back()
  await expect.element(field()).toHaveValue('mehndi')
})

test('keeps text that is typed while the view of a clicked link still loads', async () => {
  const arrive = renderSearch()
  await page.getByRole('link', { name: 'Second tab' }).click()
  await field().fill('sangeet')
  await pauseEnds()
  expect(window.location.search).toBe('?tab=second')
  arrive()
  await expect.poll(() => window.location.search).toBe('?tab=second&search=sangeet')
  await expect.element(field()).toHaveValue('sangeet')
})
