import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Badge } from './Badge.tsx'
import { Button, IconButton } from './Button.tsx'
import { PageHeader } from './PageHeader.tsx'

test('has the button of a list beside the title on a small phone, and the subtitle below both', async () => {
  await page.viewport(280, 640)
  render(
    <PageHeader
      title="In Progress Partners"
      subtitle="Partners with an incomplete registration"
      actions={<IconButton icon="download" label="Export" />}
    />,
  )
  const boxOf = (text: string) => page.getByText(text).element().getBoundingClientRect()
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Export' }).element().getBoundingClientRect()
  expect(button.left).toBeGreaterThan(boxOf('In Progress Partners').left + 150)
  expect(button.top).toBeLessThan(boxOf('In Progress Partners').bottom)
  expect(boxOf('Partners with an incomplete registration').top).toBeGreaterThan(button.top)
})

test('has the subtitle of a record above actions that need a line of their own', async () => {
  await page.viewport(390, 844)
  render(
    <PageHeader
      title="Merin Varghese"
      subtitle="Varghese Caterers"
      aside={<Badge>KYC approved</Badge>}
      actions={
        <>
          <Button>Super Admin</Button>
          <Button>Personal data</Button>
        </>
      }
    />,
  )
  const subtitle = page.getByText('Varghese Caterers')
  await expect.element(subtitle).toBeVisible()
  const button = page.getByRole('button', { name: 'Super Admin' }).element()
  expect(subtitle.element().getBoundingClientRect().bottom).toBeLessThan(
    button.getBoundingClientRect().top,
  )
})
