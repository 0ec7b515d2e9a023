import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { type ScriptedAnswers, scriptedHost } from '../../../testing/scripted-host.ts'

const NAMES = ['Anu Das', 'Bela Sen', 'Chitra Rao', 'Divya Das', 'Esha Das']

// the host has neither a session nor presence
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

const opened = (name: string) => shown(page.getByRole('heading', { level: 1, name }))

/** Returns a host whose lists have the partners in the order of their names. */
function hostWithPartners(given: object = {}, names = NAMES, answers: ScriptedAnswers = {}) {
  const partners = names.map((name, at) => partnerJson({ _id: `p${at}`, name, ...given }))
  return scriptedHost({ kind: 'mandap', superAdminNumbers: [], answers, partners })
}

/** Opens the first partner of the queue, and returns a function that lets the others load. */
async function startReview() {
  const host = hostWithPartners()
  openConsole(host, '/approval-panel')
  await shown(page.getByRole('article').first())
  await click(page.getByRole('button', { name: 'Start review' }))
  await shown(page.getByText('1 of 5'))
  return host.hold('GET /partners/{id}')
}

test('each j opens the next partner, also while the one before loads', async () => {
  const load = await startReview()
  await userEvent.keyboard('jjj')
  await shown(page.getByText('4 of 5'))
  await userEvent.keyboard('k')
  await shown(page.getByText('3 of 5'))
  load()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Chitra Rao')
})

test('Next partner passes over reviewed partners also where a page of the list ends', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `Partner ${at + 10}`)
  const reviewed = names.map((_, at) => `p${at}`).slice(1, 50)
  const host = hostWithPartners({}, names, {
    'GET /presence': () => ({
      data: reviewed.map((subjectId, at) => ({
        subjectId,
        by: `colleague${at}@example.com`,
        name: null,
        since: '2026-11-20T08:00:00.000Z',
        isReview: true,
      })),
    }),
  })
  openConsole(host, '/approval-panel')
  await shown(page.getByRole('article').first())
  await click(page.getByRole('button', { name: 'Start review' }))
  await shown(page.getByRole('button', { name: /reviews .?Partner 11/ }))
  await click(page.getByRole('button', { name: 'Next partner' }))
  await expect.element(page.getByText('51 of 60')).toBeVisible()
})

test.each([
  ['/inprogress-partners', { aadharNo: '' }, 'View registration of Divya Das'],
  ['/gst-requests', { NoGST: true }, 'View request of Divya Das'],
])(
  'a partner of %s leads to the next and the previous one that its search finds',
  async (path, given, link) => {
    openConsole(hostWithPartners(given), `${path}?search=das`)
    await click(page.getByRole('link', { name: link }))
    await opened('Divya Das')
    await shown(page.getByText('2 of 3'))
    await userEvent.keyboard('j')
    await opened('Esha Das')
    await expect.element(page.getByRole('button', { name: 'Next partner' })).toBeDisabled()
    await click(page.getByRole('button', { name: 'Previous partner' }))
    await opened('Divya Das')
    await userEvent.keyboard('k')
    await opened('Anu Das')
    expect(window.location.pathname).toMatch(new RegExp(`^${path}/`))
    await click(page.getByRole('link', { name: /^Back to/ }))
    await shown(page.getByRole('link', { name: link }))
    expect(window.location.search).toBe('?search=das')
  },
)

test('a partner who was opened without their list has no next and no keys of it', async () => {
  openConsole(hostWithPartners({ aadharNo: '' }), '/inprogress-partners/p0')
  await opened('Anu Das')
  for (const name of ['Next partner', 'Keys'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('the hub leads back to the search of its list also while its partner loads', async () => {
  const host = hostWithPartners()
  openConsole(host, '/approval-panel?search=bela')
  const card = page.getByRole('link', { name: 'View KYC of Bela Sen' })
  await shown(card)
  host.hold('GET /partners/{id}')
  await click(card)
  const back = page.getByRole('link', { name: 'Back', exact: true })
  await shown(back)
  await click(back)
  await shown(card)
  expect(window.location.search).toBe('?search=bela')
})
