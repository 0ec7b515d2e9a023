import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expectNoKey, loadDialog } from './testing/keys.ts'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'

const closers: (() => Promise<void>)[] = []
test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

const STEP_PATHS = { onlineKyc: 'online-kyc', company: 'company-kyc', inPerson: 'in-person' }

/** Opens the console on a plain host on which each name has a partner with these fields. */
async function openPartners<Name extends string>(page: Page, given: Record<Name, JsonObject>) {
  const partners = new Map(
    Object.entries<JsonObject>(given).map(([name, fields]) => [
      name,
      partnerJson({ name, ...fields }),
    ]),
  )
  const { host, open, close } = await plainConsole(page, [...partners.values()])
  closers.push(close)
  await page.clock.install()
  /** Shows a step of a partner. Only the first call loads the console. */
  async function show(name: Name, step: keyof typeof STEP_PATHS) {
    const path = `/approval-panel/kyc/${STEP_PATHS[step]}/${readId(partners.get(name)?.['_id'])}`
    if (page.url() === 'about:blank') await open(path)
    else await navigate(page, path)
    await expect(page.getByText(`${name} · Iyer Caterers`)).toBeVisible()
    host.calls.length = 0
  }
  const sent = () => host.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { show, sent }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true })

const item = (page: Page, name: string) => page.getByRole('checkbox', { name })

const GONE_THROUGH = { status: 'ACV', kycStatus: 'AKYC', cvStatus: 'ACV' }

const DESKTOP = { width: 1440, height: 900 }

/** Expects the message that a decision was saved, and lets its 1.5 s pass. */
async function expectSaved(page: Page) {
  const message = page.getByText('Partner Updated Successfully!')
  await message.waitFor()
  await page.clock.fastForward(1500)
  await expect(message).toBeHidden()
}

test.describe('§2.10, §4.5 decisions', () => {
  test('each step sends the decisions of §5.7 after a confirmation', async ({ page }) => {
    const { show, sent } = await openPartners(page, {
      'Asha Approve': {},
      'Bina Company': { status: 'AKYC', kycStatus: 'AKYC' },
      'Charu Visit': GONE_THROUGH,
    })

    await show('Asha Approve', 'onlineKyc')
    await test.step('approve asks for a confirmation, and writes the same value twice', async () => {
      await expect(button(page, 'Approve')).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Approve').click()
      expect(sent()).toEqual([])
      await confirm(page, 'Approve').click()
      await expectSaved(page)
      expect(sent()).toEqual([{ status: 'AKYC', kycStatus: 'AKYC' }])
      await expect(page.getByText('KYC approved')).toBeVisible()
    })

    await show('Bina Company', 'company')
    await test.step('company verification is declined with its own items', async () => {
      await button(page, 'Decline').click()
      await item(page, 'Incorporation Certificate').check()
      await page.getByLabel('Reason').fill('Expired')
      await confirm(page, 'Decline').click()
      await expectSaved(page)
      expect(sent()).toEqual([{ status: 'DCV', cvStatus: 'DCV', reason: 'CIN: Expired' }])
    })

    await show('Charu Visit', 'inPerson')
    await test.step('in-person has Approve and Decline only', async () => {
      await expect(button(page, 'Approve')).toBeVisible()
      await expect(button(page, 'Reupload')).toHaveCount(0)
      await button(page, 'Decline').click()
      await page.getByLabel('Reason').fill('Nobody there')
      await confirm(page, 'Decline').click()
      await expectSaved(page)
      expect(sent()).toEqual([{ status: 'decline', ipvStatus: 'decline', reason: 'Nobody there' }])
    })
  })

  test('reupload needs an item and a reason', async ({ page }) => {
    const { show, sent } = await openPartners(page, { 'Asha Upload': {} })

    await show('Asha Upload', 'onlineKyc')
    await test.step('reupload needs an item and a reason, and sends them as §5.7 specifies', async () => {
      await button(page, 'Reupload').click()
      const firstItem = item(page, 'Aadhar Card')
      await expect(firstItem).toBeVisible()
      await expect(dialog(page).getByText('Select at least one item.')).toHaveCount(0)
      await confirm(page, 'Reupload').click()
      await expect(dialog(page).getByText('Select at least one item.')).toBeVisible()
      await expect(page.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.')
      await expect(firstItem).toBeFocused()
      await expectAccessible(page)
      await firstItem.press('Enter')
      expect(sent()).toEqual([])
      // a reason without an item
      await page.getByLabel('Reason').fill('Too dark')
      await confirm(page, 'Reupload').click()
      await expect(firstItem).toBeFocused()
      await page.getByLabel('Reason').fill('')
      await item(page, 'Video').check()
      await firstItem.check()
      await expect(dialog(page).getByText('Select at least one item.')).toHaveCount(0)
      await confirm(page, 'Reupload').click()
      await expect(page.getByLabel('Reason')).toBeFocused()
      expect(sent()).toEqual([])
      await page.getByLabel('Reason').fill('  The pictures are too dark ')
      await expectAccessible(page)
      await confirm(page, 'Reupload').click()
      await expectSaved(page)
      const reason = 'AADHAR,VIDEO: The pictures are too dark'
      expect(sent()).toEqual([{ status: 'RKYC', kycStatus: 'RKYC', reason }])
    })
  })

  test('the decision bar is at the edge of the window on every step, and covers nothing', async ({
    page,
  }) => {
    const { show } = await openPartners(page, {
      'Asha First': { status: 'pending' },
      'Bina Second': { status: 'AKYC', kycStatus: 'AKYC' },
      'Charu Third': GONE_THROUGH,
    })
    const bar = page.getByRole('region', { name: 'Decision' })
    const edges = async () => {
      const box = await bar.boundingBox()
      return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? 0) + (box?.height ?? Number.NaN) }
    }
    for (const size of [DESKTOP, { width: 390, height: 844 }]) {
      await page.setViewportSize(size)
      for (const [name, step] of [
        ['Asha First', 'onlineKyc'],
        ['Bina Second', 'company'],
        ['Charu Third', 'inPerson'],
      ] as const) {
        await show(name, step)
        await test.step(`${step} at ${size.width}`, async () => {
          await expect.poll(async () => (await edges()).bottom).toBeCloseTo(size.height, 0)
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          await expect.poll(async () => (await edges()).bottom).toBeCloseTo(size.height, 0)
          const lowest = await page.evaluate(() =>
            Math.max(
              ...[...document.querySelectorAll('main section:not([aria-label="Decision"])')].map(
                (one) => one.getBoundingClientRect().bottom,
              ),
            ),
          )
          expect(lowest).toBeLessThanOrEqual((await edges()).top)
        })
      }
      await show('Asha First', 'onlineKyc')
      await test.step(`no control with the focus is behind the bar at ${size.width}`, async () => {
        await page.evaluate(() => scrollTo(0, 0))
        for (let control = 0; control < 40; control += 1) {
          await page.keyboard.press('Tab')
          const focused = await page.evaluate(() => {
            const element = document.activeElement
            if (!element || element.closest('[aria-label="Decision"], header')) return null
            return element.getBoundingClientRect().bottom
          })
          if (focused !== null) expect(focused).toBeLessThanOrEqual((await edges()).top + 1)
          if (await bar.evaluate((one) => one.contains(document.activeElement))) break
        }
        await expect(bar.getByRole('button', { name: 'Approve' })).toBeFocused()
      })
      await expectAccessible(page)
    }
  })

  test('a step that comes later is closed, and a decided step is disabled with the reason', async ({
    page,
  }) => {
    const decided = { status: 'AKYC', kycStatus: 'AKYC' }
    const { show } = await openPartners(page, { 'Asha Decided': decided })

    await show('Asha Decided', 'inPerson')
    await test.step('a step that comes later is closed, and says why', async () => {
      await expect(page.getByText('Decide Company Verification first.')).toBeVisible()
      await expect(button(page, 'Approve')).toHaveCount(0)
    })

    await show('Asha Decided', 'onlineKyc')
    await test.step('a decided step is disabled with the reason', async () => {
      await expect(page.getByText('Online KYC is already decided.').first()).toBeVisible()
      await expect(button(page, 'Decline')).toHaveAttribute('aria-disabled', 'true')
      await loadDialog(page, 'DecisionDialog')
      await button(page, 'Decline').click({ force: true })
      await expectNoKey(page, 'd')
    })
  })
})

test.describe('the review queue', () => {
  const names = Array.from({ length: 5 }, (_, at) => `Partner ${String.fromCodePoint(65 + at)}`)

  test('j and k go to the next and the previous partner, and all are reviewed by keyboard alone', async ({
    page,
  }) => {
    const partners = names.map((name) => partnerJson({ name }))
    const { host, open, close } = await plainConsole(page, partners)
    closers.push(close)
    const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
    await open('/approval-panel#?search=partner')

    await test.step('j and k go to the next and the previous, ? shows the keys, and back returns to the list', async () => {
      await page.getByRole('link', { name: 'View KYC of Partner C' }).click()
      await expect(page.getByText('3 of 5')).toBeVisible()
      await page.keyboard.press('j')
      await expect(heading('Partner D')).toBeVisible()
      for (const name of ['Partner C', 'Partner B']) {
        await page.keyboard.press('k')
        await expect(heading(name)).toBeVisible()
      }
      await page.keyboard.press('?')
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      // the later steps are closed, and there is nothing to decide on the hub
      const ofScreen = keys.getByRole('region', { name: 'On this screen' })
      await expect(ofScreen.getByRole('definition')).toHaveText(['1', 'o', 'j', 'k'])
      // the keys of the review do nothing in a dialog
      await page.keyboard.press('j')
      await page.keyboard.press('Escape')
      await page.keyboard.press('2')
      await expect(heading('Partner B')).toBeVisible()
      await page.keyboard.press('1')
      await expect(page.getByText('Partner B · Iyer Caterers')).toBeVisible()
      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await expect(heading('Partner B')).toBeVisible()
      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await expect(page).toHaveURL(/\/approval-panel(\?.+)?#\?search=partner$/)
    })

    await test.step('all partners are reviewed by keyboard alone', async () => {
      await expect(page.getByRole('link', { name: 'View KYC of Partner A' })).toBeVisible()
      await page.keyboard.press('j')
      await expect(heading('Partner A')).toBeVisible()
      await page.keyboard.press('o')
      for (const [at, name] of names.entries()) {
        await expect(page.getByText(`${name} · Iyer Caterers`)).toBeVisible()
        if (at % 2 === 0) {
          await page.keyboard.press('a')
          await expect(confirm(page, 'Approve')).toBeFocused()
          await page.keyboard.press('Enter')
        } else {
          await page.keyboard.press(at % 4 === 1 ? 'r' : 'd')
          await expect(item(page, 'Aadhar Card')).toBeFocused()
          await page.keyboard.press('Space')
          await page.getByLabel('Reason').focus()
          await page.keyboard.type('Too dark')
          await page.keyboard.press('Control+Enter')
        }
        await expect(dialog(page)).toHaveCount(0)
        if (at === names.length - 1) break
        const next = page.getByRole('button', { name: `Next partner: ${names[at + 1]}` })
        if (at % 2 === 0) {
          await expect(
            page.getByRole('button', { name: 'Next step: Company Verification' }),
          ).toBeFocused()
          await expect(next).toBeVisible()
          await page.keyboard.press('j')
        } else {
          await expect(next).toBeFocused()
          await page.keyboard.press('Enter')
        }
      }
      await expect(page.getByText('That was the last partner in the list.')).toBeVisible()
      const statuses = [...host.partners.values()].map(({ status }) => status)
      expect(statuses).toEqual(names.map((_, at) => ['AKYC', 'RKYC', 'AKYC', 'DKYC'][at % 4]))
    })
  })
})
