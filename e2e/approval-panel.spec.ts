import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { expect, type Page, test } from '@playwright/test'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'

const NO_STATUS = 'No partners found for the selected status.'

const cards = (page: Page) => page.getByRole('article')
const card = (page: Page, hasText: string) => cards(page).filter({ hasText })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const search = (page: Page) => page.getByLabel('Search partners')

const PARTNERS = [
  partnerJson({ name: 'Ananya Iyer', status: 'pending', companyLocation: 'Chennai' }),
  partnerJson({ name: 'Zoya Khan', status: 'pending', companyEmail: 'Guest' }),
  partnerJson({ name: 'Hidden One', status: 'pending', companyEmail: '' }),
  partnerJson({ name: 'Arjun Bose', status: 'RKYC', companyEmail: 'PLAN154300' }),
  partnerJson({ name: 'Meera Joshi', status: 'DCV', companyEmail: 'PLAN70000' }),
  partnerJson({ name: 'Approved One', status: 'approved' }),
]

test('§2.8 the Partner Approval Panel lists partners by tab and search, and §2.9 opens the KYC hub', async ({
  page,
}) => {
  test.slow()
  const { open, close } = await plainConsole(page, PARTNERS)
  await open('/approval-panel')

  await test.step('shows partners with their badges, and hides partners with an empty companyEmail', async () => {
    await expect(page.getByRole('heading', { name: 'Partner Approval Panel' })).toBeVisible()
    const ananya = card(page, 'Ananya Iyer')
    for (const text of ['Iyer Caterers', 'Chennai', '@example.in', '9876501234', 'Pending'])
      await expect(ananya).toContainText(text)
    for (const text of ['PLAN82600', 'Standard · ₹82,600']) await expect(ananya).toContainText(text)
    await expect(card(page, 'Zoya Khan')).toContainText('Guest')
    await expect(card(page, 'Hidden One')).toHaveCount(0)
  })
  await test.step('counts the partners of each tab', async () => {
    for (const name of ['Pending 2', 'KYC 1', 'Company Verification 1', 'Declined 0'])
      await expect(tab(page, name)).toBeVisible()
  })
  await test.step('finds partners who match every word of the search (§5.5)', async () => {
    await search(page).fill('chennai IYER')
    await expect(page).toHaveURL(/search=chennai\+IYER$/)
    await expect(cards(page)).toHaveCount(2)
    await search(page).fill('zoya 98765')
    await expect(cards(page)).toHaveCount(1)
    await expect(tab(page, 'Pending 1')).toBeVisible()
    await search(page).fill('nobody')
    await expect(page.getByText(NO_STATUS)).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(cards(page)).toHaveCount(2)
  })
  await test.step('has tabs and sub-tabs in the URL, each with its empty text', async () => {
    await tab(page, 'KYC').first().click()
    await expect(page.getByText('No partners found for the selected KYC type.')).toBeVisible()
    await tab(page, 'RKYC Re-upload requested 1').click()
    await expect(page).toHaveURL(/\?tab=kyc&status=RKYC$/)
    await expect(cards(page)).toHaveCount(1)
    for (const text of ['PLAN154300', 'Premium · ₹1,54,300'])
      await expect(cards(page)).toContainText(text)
    await expect(page.getByRole('link', { name: 'View KYC' })).toBeVisible()
    await page.reload()
    await expect(cards(page)).toContainText('Arjun Bose')
    await tab(page, 'Company Verification').click()
    const none = 'No partners found for the selected verification type.'
    await expect(page.getByText(none)).toBeVisible()
    await tab(page, 'DCV').click()
    await expect(page.getByRole('link', { name: 'View Verification' })).toBeVisible()
    await expect(cards(page)).not.toContainText('PLAN70000')
    await tab(page, 'Declined 0').click()
    await expect(page.getByText(NO_STATUS)).toBeVisible()
    await tab(page, 'Pending').click()
  })
  await test.step('a card opens the hub with the partner and the steps, and why a step is not accessible', async () => {
    await page.getByRole('link', { name: 'View KYC of Ananya Iyer' }).click()
    await expect(page.getByRole('heading', { name: 'Ananya Iyer' })).toBeVisible()
    await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Online KYC' })).toBeVisible()
    await expect(page.getByText('Decide Online KYC first.')).toBeVisible()
    await expect(page.getByText('Decide Company Verification first.')).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/approval-panel$/)
  })
  await test.step('the hub of a guest has no company step', async () => {
    await page.getByRole('link', { name: 'View KYC of Zoya Khan' }).click()
    await expect(page.getByText('In-Person Verification')).toBeVisible()
    await expect(page.getByText('Company Verification')).toHaveCount(0)
  })
  await test.step('the hub does not find an unknown id', async () => {
    await navigate(page, '/approval-panel/kyc/nobody')
    await expect(page.getByText('Partner not found.')).toBeVisible()
  })
  await close()
})
