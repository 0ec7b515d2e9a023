import type { CallKey } from '@mandap/contract/calls.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { shown } from '../testing/act.ts'
import { LOADER, LOADERS } from '../testing/loaders.ts'
import { openConsole } from '../testing/open-console.tsx'
import { until } from '../testing/until.ts'
import { hostWithRecords } from './records.ts'

test.each<[keyof typeof LOADERS, CallKey, string, Locator]>([
  [
    'spinner',
    'GET /partners/{id}',
    '/inprogress-partners/zoya',
    page.getByText('Loading partner details'),
  ],
  ['threeDots', 'GET /partners', '/guest-partners', page.getByText('Loading guest partners')],
  ['skeleton', 'GET /activity', '/activity', page.getByText('Loading activity…')],
  ['card', 'GET /bookings', '/booking-details', page.getByRole('list', { name: 'Bookings' })],
])('the %s moves until %s has answered', async (kind, call, path, loading) => {
  const host = hostWithRecords('mandap')
  const answer = host.hold(call)
  openConsole(host, path)
  await shown(loading)
  const loader = () => document.querySelector(LOADERS[kind])
  expect(loader()?.matches(LOADER)).toBe(true)
  await expect.poll(() => loader()?.getAnimations()).toHaveLength(1)
  answer()
  await until('nothing loads', () => document.querySelector(LOADER) === null)
})
