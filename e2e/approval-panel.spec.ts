import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { plainConsole } from './testing/plain-console.ts'

const closers: (() => Promise<void>)[] = []
test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

async function openPanel(page: Page, partners: JsonObject[], path = '/approval-panel') {
  const console = await plainConsole(page, partners)
  closers.push(console.close)
  await console.open(path)
  return console
}

const cards = (page: Page) => page.getByRole('article')
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

const MIXED = [
  partnerJson({ name: 'Ananya Iyer', status: 'pending', companyLocation: 'Chennai' }),
  partnerJson({ name: 'Zoya Khan', status: 'pending', companyEmail: 'Guest' }),
  partnerJson({ name: 'Hidden One', status: 'pending', companyEmail: '' }),
  partnerJson({ name: 'Arjun Bose', status: 'RKYC', companyEmail: 'PLAN154300' }),
  partnerJson({ name: 'Meera Joshi', status: 'DCV', companyEmail: 'PLAN70000' }),
  partnerJson({ name: 'Approved One', status: 'approved' }),
]

test.describe('§2.8 Partner Approval Panel', () => {
  test('cards, badges and counts; partners with an empty companyEmail are hidden', async ({
    page,
  }) => {
    test.slow()
    await openPanel(page, MIXED)
    await expect(page.getByRole('heading', { name: 'Partner Approval Panel' })).toBeVisible()
    await expect(cards(page)).toHaveCount(2)
    const ananya = cards(page).filter({ hasText: 'Ananya Iyer' })
    for (const text of ['Iyer Caterers', 'Chennai', '@example.in', '9876501234', 'Pending'])
      await expect(ananya).toContainText(text)
    await expect(ananya).toContainText('PLAN82600')
    await expect(cards(page).filter({ hasText: 'Zoya Khan' })).toContainText('Guest')
    for (const name of ['Pending 2', 'KYC 1', 'Company Verification 1', 'Declined 0'])
      await expect(tab(page, name)).toBeVisible()
    await expectAccessible(page)
  })

  test('tab, sub-tab and search live in the URL, with their exact empty texts', async ({
    page,
  }) => {
    await openPanel(page, MIXED)
    await tab(page, 'KYC').first().click()
    await expect(page.getByText('No partners found for the selected KYC type.')).toBeVisible()
    await tab(page, 'RKYC').click()
    await expect(page).toHaveURL(/\?tab=kyc&status=RKYC$/)
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText('PLAN154300')
    await expect(page.getByRole('link', { name: 'View KYC' })).toBeVisible()
    await page.reload()
    await expect(cards(page)).toContainText('Arjun Bose')
    await tab(page, 'Company Verification').click()
    await expect(
      page.getByText('No partners found for the selected verification type.'),
    ).toBeVisible()
    await tab(page, 'DCV').click()
    await expect(page.getByRole('link', { name: 'View Verification' })).toBeVisible()
    await expect(cards(page)).not.toContainText('PLAN70000')
    await tab(page, 'Declined').click()
    await expect(page.getByText('No partners found for the selected status.')).toBeVisible()
  })

  test('every word of the search, in name, e-mails, phone, company or location (§5.5)', async ({
    page,
  }) => {
    await openPanel(page, MIXED)
    await page.getByLabel('Search partners').fill('chennai IYER')
    await expect(page).toHaveURL(/search=chennai\+IYER$/)
    await expect(cards(page)).toHaveCount(2)
    await page.getByLabel('Search partners').fill('zoya 98765')
    await expect(cards(page)).toHaveCount(1)
    await expect(tab(page, 'Pending 1')).toBeVisible()
    await page.getByLabel('Search partners').fill('nobody')
    await expect(page.getByText('No partners found for the selected status.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(cards(page)).toHaveCount(2)
  })

  test('a list that could not be loaded says so, and is asked for again', async ({ page }) => {
    const { host } = await openPanel(page, MIXED, '/dashboard')
    host.failures.set('GET /partners', 403)
    await page.goto(new URL('/approval-panel', page.url()).href)
    await expect(page.getByText('No partners found for the selected status.')).toBeVisible()
    await expect(page.getByText('Failed to fetch partners list.', { exact: true })).toBeVisible()
    host.failures.clear()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(2)
  })
})

test.describe('§2.9 KYC hub', () => {
  test('a card leads to the hub: partner details and three step cards, closed ones with the reason', async ({
    page,
  }) => {
    test.slow()
    await openPanel(page, MIXED)
    await page.getByRole('link', { name: 'View KYC of Ananya Iyer' }).click()
    await expect(page.getByRole('heading', { name: 'Ananya Iyer' })).toBeVisible()
    await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Online KYC' })).toBeVisible()
    await expect(page.getByText('Decide Online KYC first.')).toBeVisible()
    await expect(page.getByText('Decide Company Verification first.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/approval-panel$/)
  })

  test('the company step card is hidden for a guest', async ({ page }) => {
    await openPanel(page, MIXED)
    await page.getByRole('link', { name: 'View KYC of Zoya Khan' }).click()
    await expect(page.getByText('In-Person Verification')).toBeVisible()
    await expect(page.getByText('Company Verification')).toHaveCount(0)
  })

  test('a partner who is not there, and one who could not be read', async ({ page }) => {
    const { host } = await openPanel(page, MIXED, '/approval-panel/kyc/nobody')
    await expect(page.getByText('Partner not found.')).toBeVisible()
    host.failures.set('GET /partners/{id}', 403)
    await page.goto(new URL(`/approval-panel/kyc/${readId(MIXED[0]?.['_id'])}`, page.url()).href)
    await expect(page.getByText('Failed to fetch partner details.')).toBeVisible()
    host.failures.clear()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Ananya Iyer' })).toBeVisible()
  })
})
