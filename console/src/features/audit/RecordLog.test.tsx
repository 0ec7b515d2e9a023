import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { auditJson, hostWithRecords } from '../../../failures/records.ts'
import { click } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

/** Returns an instant of 21 November 2026 in the browser's time zone. */
const local = (hour: number, minute: number) => new Date(2026, 10, 21, hour, minute).toISOString()
const inOctober = new Date(2026, 9, 3, 8).toISOString()

/** The entry of a document that somebody opened. */
const opened = (id: number, field: string, at: string) =>
  auditJson({
    id,
    at,
    kind: 'open',
    subject: 'partner',
    subjectId: 'zoya',
    subjectName: 'Zoya Khan',
    after: { field },
  })

/** Opens the hub of a partner with these entries, newest first, on two pages. */
function openHub(first: readonly object[], second: readonly object[] = []) {
  const host = hostWithRecords('mandap', {
    'GET /activity': ({ query = {} }) => ({
      data: query['after'] === undefined ? first : second,
      next: query['after'] === undefined && second.length > 0 ? 'second' : null,
      total: first.length + second.length,
    }),
  })
  openConsole(host, '/approval-panel/kyc/zoya')
}

const log = () => page.getByRole('region', { name: 'Activity' })

test('documents that one person opened on different days are separate lines with their days', async () => {
  openHub([
    opened(3, 'videoUrl', local(8, 32)),
    opened(2, 'aadharUrl', local(8, 5)),
    opened(1, 'panCardUrl', inOctober),
  ])
  const lines = () =>
    log()
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect
    .poll(lines)
    .toEqual([
      expect.stringMatching(
        /opened the Aadhar Card and the Video .+21 Nov 2026, 8:05 am – 8:32 am/,
      ),
      expect.stringMatching(/opened the PAN Card .+3 Oct 2026, 8:00 am$/),
    ])
})

test('the first press of ‘Show earlier’ fetches more if all lines are shown', async () => {
  openHub([opened(2, 'videoUrl', local(8, 32))], [opened(1, 'panCardUrl', inOctober)])
  await click(log().getByRole('button', { name: 'Show earlier' }))
  await expect.element(log().getByText('opened the PAN Card')).toBeVisible()
})

test('the first earlier line has the focus after ‘Show earlier’ was removed', async () => {
  openHub([opened(2, 'videoUrl', local(8, 32))], [opened(1, 'panCardUrl', inOctober)])
  await click(log().getByRole('button', { name: 'Show earlier' }))
  await expect
    .element(log().getByRole('listitem').filter({ hasText: 'opened the PAN Card' }))
    .toHaveFocus()
})
