import { useMemo, useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Link } from '../router/Link.tsx'
import { useLocation } from '../router/Router.tsx'
import { VirtualGrid } from './VirtualGrid.tsx'
import type { ListItems } from './VirtualItems.tsx'

const LENGTH = 600
const ITEMS = {
  total: LENGTH,
  itemAt: (index: number) => `Item ${index}`,
  onView: () => {},
  stale: false,
}

function Item({ item }: { item: string }) {
  return <p>{item}</p>
}

function Grid({ items = ITEMS }: { items?: ListItems<string> }) {
  return (
    <VirtualGrid
      label="Items"
      items={items}
      size={{ minWidth: 100, height: 10, maxColumns: 1 }}
      Item={Item}
      skeleton={<p>Loading</p>}
    />
  )
}

/** A grid, and another screen that replaces it. */
function Screens() {
  return useLocation().pathname === '/other' ? (
    <h1>Other</h1>
  ) : (
    <>
      <Link to="/other">Leave</Link>
      <Grid />
    </>
  )
}

/** A grid in the lower half of the window, and a button that replaces its items. */
function ChangingGrid() {
  const [name, setName] = useState('Item')
  const items = useMemo(() => ({ ...ITEMS, itemAt: (index: number) => `${name} ${index}` }), [name])
  return (
    <>
      <div style={{ height: window.innerHeight / 2 }}>
        <button type="button" onClick={() => setName('Other')}>
          Change
        </button>
      </div>
      <Grid items={items} />
    </>
  )
}

/** A grid whose cards are half as wide as their minimum width, as with large text on a phone. */
function NarrowGrid() {
  return (
    <div style={{ width: 800 }}>
      <Grid />
    </div>
  )
}

function renderGrid() {
  render(<Grid />)
}

const itemsInView = () => Math.ceil(window.innerHeight / (10.75 * 16))

const rendered = () =>
  page
    .getByRole('list', { name: 'Items' })
    .getByRole('paragraph')
    .elements()
    .map((item) => item.textContent)

test('renders the items in view, and those one screen below', async () => {
  renderGrid()
  const inView = itemsInView()
  await expect.poll(() => rendered().length).toBeGreaterThan(inView + 1)
  expect(rendered().slice(0, inView)).toEqual(
    Array.from({ length: inView }, (_, at) => `Item ${at}`),
  )
  expect(rendered().length).toBeLessThan(3 * inView + 3)
})

test('on the way back, renders the items in view first', async () => {
  render(<Screens />)
  const isComplete = () => expect.poll(() => rendered().length).toBeGreaterThan(itemsInView() + 1)
  await isComplete()
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect.element(page.getByRole('heading', { name: 'Other' })).toBeVisible()

  const first = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (rendered().length === 0) return
      observer.disconnect()
      resolve(rendered().length)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  history.back()
  expect(await first).toBeLessThanOrEqual(itemsInView() + 1)
  await isComplete()
})

test('renders the changed items in view first, also if the list begins lower in the window', async () => {
  render(<ChangingGrid />)
  const below = Math.ceil(itemsInView() / 2)
  await expect.poll(() => rendered().length).toBeGreaterThan(itemsInView())
  const others = () => rendered().filter((item) => item?.startsWith('Other'))
  const first = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (others().length === 0) return
      observer.disconnect()
      resolve(others().length)
    })
    observer.observe(document.body, { characterData: true, childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Change' }).click()
  expect(await first).toBeLessThanOrEqual(below + 1)
  await expect.poll(() => others().length).toBe(rendered().length)
})

test('after a jump, renders skeletons in the same frame and the items soon after', async () => {
  renderGrid()
  // the list follows the scrolling once it has rendered the items around the view
  await expect.poll(() => rendered().length).toBeGreaterThan(itemsInView() + 1)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await new Promise(requestAnimationFrame)
  expect(rendered()).toContain('Loading')
  await expect.poll(() => rendered().at(-1)).toBe(`Item ${LENGTH - 1}`)
  expect(rendered()).not.toContain('Loading')
  await expect
    .element(page.getByRole('list', { name: 'Items' }))
    .not.toHaveAttribute('data-waiting')
})

test('animates the skeletons of items that have been loading for some time', async () => {
  render(<Grid items={{ ...ITEMS, itemAt: () => undefined }} />)
  const list = page.getByRole('list', { name: 'Items' })
  await expect.element(list).toHaveAttribute('data-waiting')
})

test('makes a card higher that is much narrower than its minimum width, and marks the list so that its texts wrap', async () => {
  render(<NarrowGrid />)
  const first = page.getByRole('listitem').first()
  await expect.element(first).toBeVisible()
  expect(first.element().getBoundingClientRect().height).toBe(288)
  expect(first.element().closest('[data-narrow]')).not.toBeNull()
})
