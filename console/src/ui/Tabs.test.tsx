import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { useLocation } from '../router/Router.tsx'
import { TabPanel, Tabs } from './Tabs.tsx'

function Stages() {
  const selected = new URLSearchParams(useLocation().search).get('tab') ?? 'booked'
  return (
    <>
      <Tabs
        label="Stages"
        panelId="stages"
        selected={selected}
        tabs={['booked', 'visited', 'upcoming'].map((id) => ({
          id,
          label: id,
          to: { search: `?tab=${id}` },
        }))}
      />
      <TabPanel id="stages" selected={selected}>
        <div style={{ height: '3000px' }}>{selected}</div>
      </TabPanel>
    </>
  )
}

test('the arrow keys, Home and End move between the tabs, and open none', async () => {
  render(<Stages />)
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('booked').click()
  for (const [key, name] of [
    ['ArrowRight', 'visited'],
    ['End', 'upcoming'],
    ['ArrowRight', 'booked'],
    ['ArrowLeft', 'upcoming'],
    ['Home', 'booked'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(tab(name)).toHaveFocus()
  }
  await userEvent.keyboard('{End}')
  await expect.element(tab('booked')).toHaveAttribute('aria-selected', 'true')
})

test('the selected tab is scrolled into view in a narrow window', async () => {
  await page.viewport(200, 800)
  onTestFinished(() => page.viewport(1440, 900))
  render(<Stages />, '/?tab=upcoming')
  await expect.element(page.getByRole('tab', { name: 'upcoming' })).toBeInViewport({ ratio: 1 })
})

test.each([
  ['Enter', '{Enter}'],
  ['Space', ' '],
])('%s opens the tab that has the focus, and does not scroll the page', async (_name, key) => {
  render(<Stages />)
  await page.getByRole('tab', { name: 'booked' }).click()
  await userEvent.keyboard(`{ArrowRight}${key}`)
  const visited = page.getByRole('tab', { name: 'visited' })
  await expect.element(visited).toHaveAttribute('aria-selected', 'true')
  await expect.element(visited).toHaveFocus()
  await expect.element(page.getByRole('tabpanel', { name: 'visited' })).toHaveTextContent('visited')
  expect(window.scrollY).toBe(0)
})

test.each(['altKey', 'ctrlKey', 'metaKey'] as const)(
  'leaves the arrows with %s to the browser, which goes back',
  (modifier) => {
    render(<Stages />)
    const tab = page.getByRole('tab', { name: 'visited' }).element() as HTMLElement
    tab.focus()
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) {
      const event = new KeyboardEvent('keydown', {
        key,
        [modifier]: true,
        bubbles: true,
        cancelable: true,
      })
      expect(tab.dispatchEvent(event)).toBe(true)
      expect(document.activeElement).toBe(tab)
    }
  },
)
