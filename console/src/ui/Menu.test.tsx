import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Menu, MenuButton } from './Menu.tsx'

test('an open menu follows its button when the window is resized or scrolled', async () => {
  const [width, height] = [innerWidth, innerHeight]
  onTestFinished(() => page.viewport(width, height))
  await page.viewport(1000, 600)
  render(
    <div style={{ height: '2000px', padding: '100px', textAlign: 'right' }}>
      <Menu align="end" trigger="Personal data">
        <MenuButton onSelect={() => {}}>Export</MenuButton>
      </Menu>
    </div>,
  )
  const button = page.getByRole('button', { name: 'Personal data' })
  await button.click()
  const panel = document.querySelector('[popover]')
  const distance = () => {
    const [at, box] = [button.element().getBoundingClientRect(), panel?.getBoundingClientRect()]
    return { below: (box?.top ?? 0) - at.bottom, beside: (box?.right ?? 0) - at.right }
  }
  await expect.poll(distance).toEqual({ below: 6, beside: 0 })
  await page.viewport(500, 600)
  await expect.poll(distance).toEqual({ below: 6, beside: 0 })
  scrollTo(0, 50)
  await expect.poll(distance).toEqual({ below: 6, beside: 0 })
})
