import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { VirtualGrid } from './VirtualGrid.tsx'

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

function renderGrid() {
  render(
    <VirtualGrid
      label="Items"
      items={ITEMS}
      size={{ minWidth: 100, height: 10, maxColumns: 1 }}
      Item={Item}
      skeleton={<p>Loading</p>}
    />,
  )
}

const rendered = () =>
  page
    .getByRole('list', { name: 'Items' })
    .getByRole('paragraph')
    .elements()
    .map((item) => item.textContent)

test('renders the items in view, and those one screen below', async () => {
  renderGrid()
  const pitch = 10.75 * 16
  const inView = Math.ceil(window.innerHeight / pitch)
  await expect.poll(() => rendered().length).toBeGreaterThan(inView + 1)
  expect(rendered().slice(0, inView)).toEqual(
    Array.from({ length: inView }, (_, at) => `Item ${at}`),
  )
  expect(rendered().length).toBeLessThan(3 * inView + 3)
})

test('after a jump, renders skeletons in the same frame and the items soon after', async () => {
  renderGrid()
  await expect.poll(() => rendered()[0]).toBe('Item 0')
  window.scrollTo(0, document.documentElement.scrollHeight)
  await new Promise(requestAnimationFrame)
  expect(rendered()).toContain('Loading')
  await expect.poll(() => rendered().at(-1)).toBe(`Item ${LENGTH - 1}`)
  expect(rendered()).not.toContain('Loading')
})
