import { expect, test } from 'vitest'
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
