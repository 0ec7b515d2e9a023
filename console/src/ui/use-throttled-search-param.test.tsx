import { lazy, type ReactNode, Suspense } from 'preact/compat'
import { useLocation, useNavigate } from '../router/Router.tsx'
import { Link } from '../router/Link.tsx'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { useThrottledSearchParam } from './use-throttled-search-param.ts'
import { TYPING_INTERVAL_MS } from './use-throttled-value.ts'

function Search({ second }: { second: ReactNode }) {
  const navigate = useNavigate()
  const params = new URLSearchParams(useLocation().search)
  const { text, setText, flush } = useThrottledSearchParam(params.get('search') ?? '', (typed) => {
    const search = new URLSearchParams(params)
    search.set('search', typed)
    navigate({ search: `?${search}` }, { replace: true })
  })
  return (
    <>
      <label>
        Search <input value={text} onChange={(event) => setText(event.currentTarget.value)} />
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
function renderSearch(path = '/search'): () => void {
  const arrived = Promise.withResolvers<{ default: () => string }>()
  const Slow = lazy(() => arrived.promise)
  function Screen() {
    return useLocation().pathname === '/search' ? (
      <Search
        second={
          <Suspense fallback="Loading">
            <Slow />
          </Suspense>
        }
      />
    ) : (
      <Suspense fallback="Loading">
        <Slow />
      </Suspense>
    )
  }
  render(<Screen />, path)
  return () => arrived.resolve({ default: () => 'All found' })
}

const field = () => page.getByLabelText('Search')

function intervalEnds(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2 * TYPING_INTERVAL_MS))
}

test('writes the first text to the URL at once, and later texts at most once per interval', async () => {
  const written: { hash: string; at: number }[] = []
  const original = history.replaceState.bind(history)
  const replaceState = vi.spyOn(history, 'replaceState').mockImplementation((...args) => {
    original(...args)
    written.push({ hash: window.location.hash, at: performance.now() })
  })
  renderSearch()
  written.length = 0
  await userEvent.type(field(), 'm')
  await expect.poll(() => written.at(-1)?.hash).toBe('#?search=m')
  await userEvent.type(field(), 'ehndi')
  await expect.poll(() => written.at(-1)?.hash).toBe('#?search=mehndi')
  replaceState.mockRestore()
  const waits = written.slice(1).map(({ at }, index) => at - (written[index]?.at ?? 0))
  // a change is written after it was rendered, and the one before may have taken longer
  expect(Math.min(TYPING_INTERVAL_MS, ...waits)).toBeGreaterThan(TYPING_INTERVAL_MS / 2)
})

test('writes the first text before the next frame, so that the list is fetched with the key', async () => {
  renderSearch()
  const input = field().element() as HTMLInputElement
  input.value = 'mehndi'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise(requestAnimationFrame)
  expect(window.location.hash).toBe('#?search=mehndi')
})

test('follows a link that is clicked before the interval ends, while the next screen still loads', async () => {
  const arrive = renderSearch()
  await field().fill('meh')
  await field().fill('mehndi')
  await page.getByRole('link', { name: 'See all' }).click()
  await intervalEnds()
  expect(window.location.pathname).toBe('/found')
  arrive()
  await expect.element(page.getByText('All found')).toBeVisible()
  history.back()
  await expect.element(field()).toHaveValue('mehndi')
})

test('shows the text of the URL after another link', async () => {
  const arrive = renderSearch()
  await field().fill('mehndi')
  await expect.poll(() => window.location.hash).toBe('#?search=mehndi')
  arrive()
  await page.getByRole('link', { name: 'Second tab' }).click()
  await expect.element(field()).toHaveValue('')
  history.back()
  await expect.element(field()).toHaveValue('mehndi')
})

test('shows the text of an address that the browser opened and that differs only behind the #', async () => {
  renderSearch('/search#?search=mehndi')
  await expect.element(field()).toHaveValue('mehndi')
  window.location.hash = '#?search=sangeet'
  await expect.element(field()).toHaveValue('sangeet')
  await intervalEnds()
  expect(window.location.hash).toBe('#?search=sangeet')
  history.back()
  await expect.element(field()).toHaveValue('mehndi')
})

test('keeps text that is typed while the view of a clicked link still loads', async () => {
  const arrive = renderSearch()
  await page.getByRole('link', { name: 'Second tab' }).click()
  await field().fill('sangeet')
  await expect
    .poll(() => window.location.search + window.location.hash)
    .toBe('?tab=second#?search=sangeet')
  arrive()
  await expect.element(page.getByText('All found')).toBeVisible()
  await expect.element(field()).toHaveValue('sangeet')
})
