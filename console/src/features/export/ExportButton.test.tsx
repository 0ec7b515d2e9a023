import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { recordedRequests } from '../../../testing/recorded-requests.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const CALL = 'POST /exports'
const FAILED =
  'The bookings could not be exported. The server had a problem. Try again in a moment.'

const FILE = { url: '/bookings.csv', name: 'bookings.csv', expiresAt: '2026-11-25T00:00:00Z' }

function openList() {
  const host = hostWithRecords('mandap', { [CALL]: () => ({ data: FILE }) })
  openConsole(host, '/booking-details')
  return host
}

const button = () => page.getByRole('button', { name: 'Export' })
const failure = () => page.getByRole('alert').filter({ hasText: 'could not be exported' })
const started = () => page.getByRole('status').filter({ hasText: 'Download started' })

async function exportCsv() {
  await click(button())
  await click(page.getByRole('button', { name: 'CSV' }))
}

test('the button has the focus after ‘Try again’ and ‘Close’ of a failed export', async () => {
  const host = openList()
  host.fail([CALL], 'server')
  await exportCsv()
  await click(failure().getByRole('button', { name: 'Close' }))
  await expect.element(button()).toHaveFocus()

  await exportCsv()
  await shown(failure())
  host.heal()
  await click(failure().getByRole('button', { name: 'Try again' }))
  await shown(started())
  await expect.element(button()).toHaveFocus()
})

test('the button has the focus after ‘Close’ of a started download, and after the message is hidden', async () => {
  openList()
  await exportCsv()
  await click(started().getByRole('button', { name: 'Close' }))
  await expect.element(button()).toHaveFocus()

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await exportCsv()
  await shown(started())
  ;(started().getByRole('button', { name: 'Close' }).element() as HTMLElement).focus()
  vi.advanceTimersByTime(10_000)
  await expect.element(button()).toHaveFocus()
})

test('an export that fails after the list was left says so', async () => {
  const host = openList()
  const answer = host.hold(CALL)
  host.fail([CALL], 'server')
  await exportCsv()
  await shown(page.getByRole('button', { name: 'Preparing…' }))
  await click(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }))
  await shown(page.getByRole('heading', { name: 'Dashboard' }))
  answer()
  await expect.element(page.getByText(FAILED)).toBeVisible()
})

test('while an export is prepared, the menu says so and offers no other format', async () => {
  const calls: string[] = []
  const host = hostWithRecords('mandap', {
    [CALL]: ({ body }) => {
      calls.push(JSON.stringify(body))
      return { data: FILE }
    },
  })
  openConsole(host, '/booking-details')
  const answer = host.hold(CALL)
  await exportCsv()
  await click(page.getByRole('button', { name: 'Preparing…' }))
  await shown(page.getByText('An export is being prepared. Wait until it has started.'))
  const excel = page.getByRole('button', { name: 'Excel' })
  await expect.element(excel).toHaveAttribute('aria-disabled', 'true')
  const item = excel.element() as HTMLElement
  item.click()
  await expect.element(excel).toBeVisible()

  answer()
  await shown(started())
  expect(calls).toHaveLength(1)
  await expect.element(excel).not.toHaveAttribute('aria-disabled')
})

const LIST = { bookings: 'GET /bookings', partners: 'GET /partners', users: 'GET /users' } as const

/** Exports the list of a screen as CSV. Returns the body of the export, and the queries of the requests for lists. */
async function exportFrom(path: string, of: keyof typeof LIST, name = 'Export') {
  const { host, requests } = recordedRequests(
    hostWithRecords('mandap', { [CALL]: () => ({ data: FILE }) }),
  )
  openConsole(host, path)
  await click(page.getByRole('button', { name, exact: true }))
  await click(page.getByRole('button', { name: 'CSV' }))
  await shown(started())
  const body = requests.find(({ key }) => key === CALL)?.body as { query: object }
  const lists = requests.filter(({ key }) => key === LIST[of]).map(({ query }) => query)
  return { body, lists }
}

test.each([
  ['/booking-details?numberId=ZF1&sort=oldest', 'bookings', { tab: 'booked', sort: 'oldest' }],
  ['/booking-details/ended?numberId=ZF4', 'bookings', { list: 'ended', numberPrefix: 'ZF4' }],
  ['/booking-details/counted?figure=all', 'bookings', { list: 'counted', figure: 'all' }],
  ['/booking-details/found?search=zubinpur', 'bookings', { list: 'found', search: 'zubinpur' }],
  ['/expired-bookings?numberId=ZF5', 'bookings', { list: 'expired', numberPrefix: 'ZF5' }],
  ['/approval-panel?search=zoya', 'partners', { list: 'approval', search: 'zoya' }],
  ['/partner-details/all?search=zubin', 'partners', { list: 'all', search: 'zubin' }],
  ['/partner-details?search=zubin', 'partners', { list: 'approved', search: 'zubin' }],
  ['/gst-requests?search=gita', 'partners', { list: 'gst', search: 'gita' }],
  ['/guest-partners?search=gopal', 'partners', { list: 'guest', search: 'gopal' }],
  ['/inprogress-partners?search=indu', 'partners', { list: 'inProgress', search: 'indu' }],
  ['/partner-details/zubin', 'bookings', { list: 'ofPartner', partnerId: 'zubin' }],
  ['/guest-partners/guest', 'bookings', { list: 'ofPartner', partnerId: 'guest' }],
  ['/user-count?search=zeenat', 'users', { search: 'zeenat' }],
  ['/user-count?search=zeenat&has=pending', 'users', { search: 'zeenat', has: 'pending' }],
] as const)('%s exports the list that it shows', async (path, of, query) => {
  const { body, lists } = await exportFrom(path, of)
  expect(body).toMatchObject({ of, format: 'csv', query })
  const sent = Object.entries(body.query).filter(([, value]) => value !== undefined)
  expect(lists).toContainEqual(expect.objectContaining(Object.fromEntries(sent)))
})

test('a tab of a customer’s bookings exports the bookings of the tab', async () => {
  const path = '/user-count?search=zeenat&user=zeenat&group=pending'
  const { body } = await exportFrom(path, 'bookings', 'Export the pending bookings')
  const query = { list: 'ofUser', userId: 'zeenat', group: 'pending' }
  expect(body).toMatchObject({ of: 'bookings', format: 'csv', query })
})
