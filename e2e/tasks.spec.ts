import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, type App, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { aStoredBooking, aStoredPartner, aStoredUser, ownNumbers } from './testing/records.ts'
import { dialog, seenAfter } from './testing/review.ts'
import { Steps } from './testing/steps.ts'

const WIDTHS = { desktop: 1440, phone: 390, keyboard: 1440 } as const
type Way = keyof typeof WIDTHS

/** Returns the documented steps of each task that can be performed, from the table in docs/tasks.md. */
function documented(way: Way): Record<string, number> {
  const text = readFileSync(new URL('../docs/tasks.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
  const at = 2 + Object.keys(WIDTHS).indexOf(way)
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  return Object.fromEntries(
    cells.filter((row) => row[at] !== '–').map((row) => [row[1] ?? '', Number(row[at])]),
  )
}

interface Task {
  page: Page
  app: App
  way: Way
  steps: Steps
}

const TASKS: Record<string, (task: Task) => Promise<void>> = {
  '1. Open the booking whose ID a customer reads out': async ({ page, app, way, steps }) => {
    const { numberId } = await aStoredBooking(app, {
      numberId: `${ownNumbers()}1`,
      eventType: 'Tilak',
    })
    await search(page, way, steps, numberId, numberId)
    await expect(page.getByRole('heading', { name: 'Tilak' })).toBeVisible()
  },
  '2. Find a customer by the phone number they dictate, and see all their bookings': async ({
    page,
    app,
    way,
    steps,
  }) => {
    const phone = `668801234${Object.keys(WIDTHS).indexOf(way)}`
    const user = await aStoredUser(app, { phone, fullName: `Madhavi ${way}` })
    await aStoredBooking(app, { userId: user.id, eventType: 'Mundan', status: 'completed' })
    await search(page, way, steps, `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`, user.fullName)
    await expect(page.getByText('Found', { exact: true })).toBeInViewport()
    await expect(page.getByRole('tab', { name: 'All' })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toContainText('Mundan')
  },
  '3. Replace the planner of a booking by one who fits and is free': async ({
    page,
    app,
    way,
    steps,
  }) => {
    const city = ownNumbers()
    const planner = await aStoredPartner(app, {
      companyLocation: `Civil Lines, ${city}`,
      servicesSelected: ['Catering'],
    })
    const { numberId } = await aStoredBooking(app, {
      numberId: `${ownNumbers()}1`,
      eventType: 'Annaprashan',
      location: `Fort Hall, ${city}`,
      cateringEvent: 'event-1',
    })
    await search(page, way, steps, numberId, numberId)
    await expect(page.getByRole('heading', { name: 'Annaprashan' })).toBeVisible()
    await seenAfter(page, 'Partner Updated Successfully!', () => replacePlanner(page, way, steps))
    await expect(plannerPanel(page)).toContainText(planner.name)
  },
  '4. Settle a double booking: from a booking open the other one, and replace its planner': async ({
    page,
    app,
    way,
    steps,
  }) => {
    const days = { dateFrom: '2031-03-05T04:30:00.000Z', dateTo: '2031-03-06T16:30:00.000Z' }
    const city = ownNumbers()
    const place = { companyLocation: `Lake Road, ${city}`, servicesSelected: ['Catering'] }
    const busy = await aStoredPartner(app, place)
    const free = await aStoredPartner(app, place)
    const customer = await aStoredUser(app)
    const given = {
      ...days,
      userId: customer.id,
      partnerId: busy.id,
      partnerName: busy.name,
      location: city,
    }
    const { numberId } = await aStoredBooking(app, { ...given, numberId: `${ownNumbers()}1` })
    await aStoredBooking(app, {
      ...given,
      cateringEvent: 'event-1',
      status: 'confirmEvent',
      eventType: 'Vidaai',
    })
    await search(page, way, steps, numberId, numberId)
    const other = plannerPanel(page).getByRole('link', { name: 'Vidaai' })
    await expect(page.getByRole('region', { name: 'Customer details' })).toContainText(
      customer.fullName,
    )
    await expect(plannerPanel(page)).toContainText('Double booking')
    if (way === 'keyboard') await tabTo(page, steps, other)
    else await steps.click(other)
    await expect(page.getByRole('heading', { name: 'Vidaai' })).toBeVisible()
    await replacePlanner(page, way, steps)
    await expect(plannerPanel(page)).toContainText(free.name)
    await expect(plannerPanel(page)).not.toContainText('Double booking')
  },
  '5. Approve the online KYC of the first partner in the queue, and go on to the next step':
    async ({ page, app, way, steps }) => {
      await twoFirstInQueue(app)
      await openQueue(page, way, steps)
      if (way === 'keyboard') await steps.press('j')
      else await steps.click(page.getByRole('link', { name: /^View KYC of/ }).first())
      await expect(page.getByRole('heading', { name: 'Verification', exact: true })).toBeVisible()
      if (way === 'keyboard') await steps.press('o')
      else await steps.click(page.getByRole('link', { name: 'Online KYC' }))
      await expect(page.getByRole('heading', { name: 'Online KYC', level: 1 })).toBeVisible()
      const approve = dialog(page).getByRole('button', { name: 'Approve', exact: true })
      if (way === 'keyboard') {
        await steps.press('a')
        await expect(approve).toBeFocused()
        await steps.press('Enter')
      } else {
        await steps.click(page.getByRole('button', { name: 'Approve', exact: true }))
        await steps.click(approve)
      }
      const next = page.getByRole('button', { name: /^Next step: / })
      await expect(next).toBeFocused()
      if (way === 'keyboard') await steps.press('Enter')
      else await steps.click(next)
      await expect(page.getByRole('heading', { name: 'Online KYC', level: 1 })).toHaveCount(0)
    },
  '6. Ask a partner for a readable document, and open the next partner': async ({
    page,
    app,
    way,
    steps,
  }) => {
    await twoFirstInQueue(app)
    await openQueue(page, way, steps)
    if (way === 'keyboard') await steps.press('j')
    else await steps.click(page.getByRole('link', { name: /^View KYC of/ }).first())
    await expect(page.getByRole('heading', { name: 'Verification', exact: true })).toBeVisible()
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    if (way === 'keyboard') await steps.press('o')
    else await steps.click(page.getByRole('link', { name: 'Online KYC' }))
    const reupload = page.getByRole('button', { name: 'Reupload', exact: true })
    await expect(reupload).toBeEnabled()
    if (way === 'keyboard') await steps.press('r')
    else await steps.click(reupload)
    const video = dialog(page).getByRole('checkbox', { name: 'Video' })
    const reason = dialog(page).getByLabel('Reason')
    await expect(video).toBeVisible()
    if (way === 'keyboard') {
      await tabTo(page, steps, video, 'Space')
      await tabTo(page, steps, reason, null)
      await steps.typeHere(reason, 'Too dark to read')
      await tabTo(page, steps, dialog(page).getByRole('button', { name: 'Reupload', exact: true }))
      await expect(dialog(page)).toHaveCount(0)
      await steps.press('j')
    } else {
      await steps.click(video)
      await steps.type(reason, 'Too dark to read')
      await steps.click(dialog(page).getByRole('button', { name: 'Reupload', exact: true }))
      await steps.click(page.getByRole('button', { name: /^Next partner: / }))
    }
    await expect(page.getByRole('main')).not.toContainText(name ?? '')
    await expect(page.getByRole('heading', { name: 'Online KYC', level: 1 })).toBeVisible()
  },
  '7. See what a count of the dashboard counts, and open its list': async ({
    page,
    way,
    steps,
  }) => {
    const tile = page.getByRole('link', { name: 'Cancelled Events' })
    const definition = page.getByText('Bookings with the status Cancel, of any date.')
    const about = page.getByRole('button', { name: 'What Cancelled Events counts' })
    if (way === 'keyboard') await tabTo(page, steps, about, null)
    else if (way === 'phone') await steps.click(about)
    else await about.hover()
    await expect(definition).toBeVisible()
    if (way === 'keyboard') await steps.press('Shift+Tab', 'Enter')
    else await steps.click(tile)
    await expect(page.getByRole('heading', { name: 'Cancelled Events', level: 1 })).toBeVisible()
  },
}

const plannerPanel = (page: Page) => page.getByRole('region', { name: 'Event planner details' })

/** Finds a record from the dashboard, and opens the hit with this name. */
async function search(page: Page, way: Way, steps: Steps, text: string, name: string) {
  if (way === 'keyboard') {
    await steps.press('Control+k')
    await steps.typeHere(page.getByRole('combobox', { name: 'Search or go to' }), text)
    await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
    await steps.press('Enter')
  } else {
    const area = page.getByRole('search')
    await steps.type(area.getByRole('searchbox'), text)
    await steps.click(area.getByRole('link', { name }))
  }
}

let queued = 0

/** Stores two partners whose names put them first in the queue, before those of an earlier task. */
async function twoFirstInQueue(app: App) {
  queued += 1
  for (const name of ['Bedi', 'Chopra'])
    await aStoredPartner(app, { status: 'pending', name: `0 Aarvi ${999 - queued} ${name}` })
}

async function openQueue(page: Page, way: Way, steps: Steps) {
  if (way !== 'keyboard') await steps.click(page.getByRole('link', { name: /Partner To Approve/ }))
  else {
    await steps.press('Control+k')
    await steps.typeHere(page.getByRole('combobox', { name: 'Search or go to' }), 'approval')
    await steps.press('Enter')
  }
  await expect(page.getByRole('link', { name: /^View KYC of/ }).first()).toBeVisible()
}

/** Replaces the planner of the open booking by the first suggestion. */
async function replacePlanner(page: Page, way: Way, steps: Steps) {
  const editButton = page.getByRole('button', { name: 'Edit planner' })
  if (way === 'keyboard') await steps.press('e')
  else await steps.click(editButton)
  const first = dialog(page).getByRole('option').first()
  await expect(first).toContainText('Free on these days')
  const save = dialog(page).getByRole('button', { name: 'Save' })
  if (way === 'keyboard') await steps.press('ArrowDown', 'Enter')
  else await steps.click(first)
  await expect(save).toBeFocused()
  if (way === 'keyboard') await steps.press('Enter')
  else await steps.click(save)
  await expect(dialog(page)).toHaveCount(0)
}

/** Presses Tab until an element has the focus, then a key on it. */
async function tabTo(
  page: Page,
  steps: Steps,
  target: ReturnType<Page['locator']>,
  key: string | null = 'Enter',
) {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let at = 0; at < 25 && !(await isFocused()); at += 1) await steps.press('Tab')
  await expect(target).toBeFocused()
  if (key !== null) await steps.press(key)
}

for (const way of Object.keys(WIDTHS) as Way[])
  test(`each task of docs/tasks.md that can be performed takes the documented steps (${way})`, async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    await page.setViewportSize({ width: WIDTHS[way], height: 900 })
    await page.goto('/dashboard')
    const counted: Record<string, number> = {}
    for (const [name, perform] of Object.entries(TASKS))
      await test.step(name, async () => {
        await navigate(page, '/dashboard')
        await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
        const steps = new Steps(page)
        await perform({ page, app, way, steps })
        counted[name] = steps.count
      })
    expect(counted).toEqual(documented(way))
  })
