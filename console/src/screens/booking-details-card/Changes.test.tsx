import { aBooking } from '@mandap/domain/testing/builders.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { Changes } from './Changes.tsx'

test('shows the times that another person changed within a day, and days as days', async () => {
  const local = (day: number, hour: number) => new Date(2026, 11, day, hour).toISOString()
  const fields = [
    { field: 'dateFrom', before: local(5, 10), after: local(5, 18) },
    { field: 'dateTo', before: '2026-12-06', after: local(7, 0) },
    { field: 'createdAt', before: null, after: local(1, 9) },
  ]
  const changes = [{ version: 2, at: local(2, 12), by: 'dev@mandap.example', fields }]
  render(<Changes conflict={{ current: aBooking(), changes }} />)
  const lines = page.getByRole('definition').elements()
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '5 Dec 2026, 10:00 am → 5 Dec 2026, 6:00 pm',
    // a date without a time is midnight in UTC, which is the day before west of Greenwich
    expect.stringMatching(/^0[56] Dec 2026 → 07 Dec 2026$/),
    'nothing → 1 Dec 2026, 9:00 am',
  ])
  await expect.element(page.getByText('Booking date')).toBeVisible()
})

test.each([
  ['The planner is now Zoya Khan.', { partnerId: 'p1', partnerName: 'Zoya Khan' }],
  ['The planner is now a partner without a name.', { partnerId: 'p7', partnerName: '' }],
  ['The booking has no planner now.', { partnerId: '', partnerName: '' }],
])('says on a host without versions: %s', async (text, planner) => {
  render(<Changes conflict={{ current: aBooking(planner), changes: [] }} />)
  await expect.element(page.getByText(text)).toBeVisible()
})

test('shows the ID of a planner only if the planner has no name', () => {
  const to = (id: string, name: string) => [
    { field: 'partnerId', before: 'p1', after: id },
    { field: 'partnerName', before: 'Ravi Rao', after: name },
  ]
  const by = { at: '2026-12-02', by: 'dev@mandap.example' }
  const changes = [
    { version: 2, ...by, fields: to('p2', 'Zoya Khan') },
    { version: 3, ...by, fields: to('p7', '') },
  ]
  render(<Changes conflict={{ current: aBooking(), changes }} />)
  const lines = page.getByRole('definition').elements()
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Ravi Rao → Zoya Khan',
    'p1 → p7',
    'Ravi Rao → nothing',
  ])
})

test('shows values that cannot be read as they were written', () => {
  const fields = [
    { field: 'budget', before: 45_000, after: '1.2 lakh' },
    { field: 'dateFrom', before: '05/12/2026', after: '06/12/2026' },
  ]
  const changes = [{ version: 2, at: '2026-12-02', by: 'dev@mandap.example', fields }]
  render(<Changes conflict={{ current: aBooking(), changes }} />)
  const lines = page.getByRole('definition').elements()
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '₹45,000 → 1.2 lakh',
    '05/12/2026 → 06/12/2026',
  ])
})
