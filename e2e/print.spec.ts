import { expect, test } from './testing/app.ts'
import { aStoredPartner } from './testing/records.ts'
import { bringDocument } from './testing/upload.ts'

test('a screen is printed in dark text, without its bars, and a document is on one page', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app, { status: 'pending' })
  await bringDocument(app, partner.id, 'aadharUrl')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  const card = page.getByRole('region', { name: 'Aadhar Card', exact: true })
  await expect(card.getByRole('img')).toBeVisible()
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))

  const bars = [page.getByRole('banner'), page.getByRole('button', { name: 'Approve' })]
  for (const bar of bars) await expect(bar).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const bar of bars) await expect(bar).toBeHidden()
  const title = page.getByRole('heading', { name: 'Online KYC' })
  const [lightness] = await title.evaluate((one) => /[\d.]+/.exec(getComputedStyle(one).color)!)
  expect(Number(lightness)).toBeLessThan(0.3)
  await expect(card).toHaveCSS('break-inside', 'avoid')
})
