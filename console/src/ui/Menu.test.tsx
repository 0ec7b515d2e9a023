import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Menu, MenuButton, MenuLink } from './Menu.tsx'

function Pages() {
  return (
    <>
      <h1>Dashboard</h1>
      <Menu trigger="Pages">
        <MenuLink to="?page=1">Bookings</MenuLink>
        <MenuLink to="?page=2">Partners</MenuLink>
        <MenuButton onSelect={() => {}}>Logout</MenuButton>
      </Menu>
    </>
  )
}

test('the arrow keys open a menu and move the focus in it, and Esc returns the focus to its button', async () => {
  render(<Pages />)
  const button = page.getByRole('button', { name: 'Pages' })
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('link', { name: 'Bookings' })).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('button', { name: 'Logout' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

test('a menu closes when a link in it is clicked or the page beside it is pressed', async () => {
  render(<Pages />)
  const button = page.getByRole('button', { name: 'Pages' })
  const link = page.getByRole('link', { name: 'Bookings' })
  await button.click()
  await link.click()
  await expect.element(link).not.toBeInTheDocument()
  expect(location.search).toBe('?page=1')
  await button.click()
  await expect.element(link).toBeVisible()
  await page.getByRole('heading', { name: 'Dashboard' }).click()
  await expect.element(link).not.toBeInTheDocument()
})

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
