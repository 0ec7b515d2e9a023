import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { DescriptionList } from './DescriptionList.tsx'

test('leaves a value at least the room of its term, and a card its width, on a phone with large text', async () => {
  await page.viewport(390, 844)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(async () => {
    document.documentElement.style.fontSize = ''
    await page.viewport(1440, 900)
  })
  render(
    <Card title="Event planner details" actions={<Button>Edit planner</Button>}>
      <DescriptionList
        items={[{ term: 'Additional services', value: 'a.long.name@mail.example' }]}
      />
    </Card>,
  )
  const value = page.getByRole('definition')
  await expect.element(value).toBeVisible()
  const term = page.getByRole('term').element().getBoundingClientRect()
  expect(value.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(term.width)
  expect(document.documentElement.scrollWidth).toBe(390)
})
