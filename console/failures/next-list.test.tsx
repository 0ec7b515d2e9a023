import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { auditJson, hostWithRecords } from './records.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const search = () => page.getByLabelText('Search partners')

test('while a search runs after one that found nothing, nothing says that it found nothing too', async () => {
  const host = hostWithRecords('mandap')
  openConsole(host, '/guest-partners')
  await fill(search(), 'zzz')
  await shown(page.getByText('No guest partners found matching "zzz".'))
  const answer = host.hold('GET /partners')
  await fill(search(), 'Gopal')
  await shown(page.getByText('Loading partners…'))
  expect(page.getByText('No guest partners found matching').query()).toBeNull()
  answer()
  await shown(page.getByText('Found 1 guest partner(s) matching "Gopal"'))
})

test('while a search runs, the count that is still shown names the earlier search', async () => {
  const host = hostWithRecords('mandap')
  openConsole(host, '/guest-partners?search=Gopal')
  await shown(page.getByText('Found 1 guest partner(s) matching "Gopal"'))
  const answer = host.hold('GET /partners')
  await fill(search(), 'zzz')
  await expect.poll(() => window.location.href).toContain('zzz')
  await shown(page.getByText('Found 1 guest partner(s) matching "Gopal"'))
  answer()
  await shown(page.getByText('No guest partners found matching "zzz".'))
})

test('a list that failed does not show the rows of the previous list while it is fetched again', async () => {
  const host = hostWithRecords('mandap')
  openConsole(host, '/guest-partners')
  await shown(page.getByRole('article'))
  host.fail(['GET /partners'], 'server')
  await fill(search(), 'Gopal')
  await shown(page.getByText('No guest partners found matching "Gopal".'))
  host.heal()
  const answer = host.hold('GET /partners')
  await click(page.getByRole('button', { name: 'Try again' }))
  await shown(page.getByText('Loading partners…'))
  expect(page.getByRole('article').query()).toBeNull()
  answer()
  await shown(page.getByText('Found 1 guest partner(s) matching "Gopal"'))
})

test('while a tab loads after an empty one, nothing says that its list is empty', async () => {
  const host = hostWithRecords('mandap')
  openConsole(host, '/approval-panel?tab=kyc&status=DKYC')
  await shown(page.getByText('No partners found for the selected KYC type.'))
  const answer = host.hold('GET /partners')
  await click(page.getByRole('tab', { name: /^Pending/ }))
  await shown(page.getByText('Loading partners…'))
  await expect
    .element(page.getByRole('button', { name: 'Export' }))
    .not.toHaveAttribute('aria-disabled')
  const review = page.getByRole('button', { name: 'Start review' })
  await expect.element(review).toHaveAccessibleDescription('The list is still loading.')
  answer()
  await shown(page.getByRole('article').first())
})

test('while Activity loads after a list without entries, nothing says that it is empty', async () => {
  const entry = auditJson({ kind: 'signIn', subject: 'administrator', subjectId: 'asha' })
  const host = hostWithRecords('mandap', {
    'GET /activity': ({ query = {} }) => {
      const data = query['search'] === 'zzz' ? [] : [entry]
      return { data, next: null, total: data.length }
    },
  })
  openConsole(host, '/activity#?search=zzz')
  await shown(page.getByText('No matching activity.'))
  const answer = host.hold('GET /activity')
  await click(page.getByRole('button', { name: 'Clear filters' }).first())
  await shown(page.getByText('Loading activity…'))
  expect(page.getByText('No matching activity.').query()).toBeNull()
  await expect
    .element(page.getByRole('button', { name: 'Export' }))
    .not.toHaveAttribute('aria-disabled')
  answer()
  await shown(page.getByText('1 entry', { exact: true }))
})
