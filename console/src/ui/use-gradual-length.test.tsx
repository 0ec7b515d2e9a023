import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { useGradualLength } from './use-gradual-length.ts'

function List({ length }: { length: number }) {
  const items = Array.from({ length: useGradualLength(length) }, (_, at) => `Item ${at}`)
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

const count = () => page.getByRole('listitem').elements().length

test('renders the first items of a long list at once, and soon all of them', async () => {
  const counts = new Set<number>()
  const observer = new MutationObserver(() => counts.add(count()))
  observer.observe(document.body, { childList: true, subtree: true })
  render(<List length={20} />)
  await expect.poll(count).toBe(20)
  observer.disconnect()
  expect([...counts]).toEqual([8, 16, 20])
})

test('renders a short list at once', () => {
  render(<List length={3} />)
  expect(count()).toBe(3)
})
