import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '../../../testing/open-console.tsx'
import { scriptedHost } from '../../../testing/scripted-host.ts'

const NAMES = ['Zubin Irani', 'Anita Zubin', 'Zoya Khan', 'Meera Joshi']

const later = new Date(Date.now() + 30 * DAY).toISOString()

beforeEach(() => {
  const host = scriptedHost({
    kind: 'plain',
    superAdminNumbers: [],
    answers: {},
    bookings: NAMES.map((partnerName, at) =>
      bookingJson({ _id: `booking${at}`, numberId: `ZF${at}`, partnerName, dateFrom: later }),
    ),
    partners: NAMES.map((name) => partnerJson({ _id: name, name, status: 'approved' })),
  })
  openConsole(host, '/booking-details')
})

const planner = () => page.getByRole('combobox', { name: 'Planner' })
const options = () => page.getByRole('listbox').getByRole('option')
const bookings = () => page.getByRole('article')
const shownNames = () =>
  options()
    .elements()
    .map((option) => option.textContent)

test('suggests names that begin with the text first, and filters by the one that is selected', async () => {
  await expect.element(bookings()).toHaveLength(4)
  await expect.element(planner()).toHaveAttribute('placeholder', 'All Partners')
  await planner().click()
  await expect.poll(shownNames).toEqual([...NAMES].toSorted())

  await userEvent.keyboard('zu')
  await expect.poll(shownNames).toEqual(['Zubin Irani', 'Anita Zubin'])
  await expect.element(bookings()).toHaveLength(4)
  await userEvent.keyboard('{Enter}')
  await expect.element(bookings()).toHaveLength(1)
  await expect.element(bookings()).toMatchTextContent('ZF0')
  await expect.element(planner()).toHaveValue('Zubin Irani')

  await planner().click()
  await userEvent.keyboard('khan')
  await options().click()
  await expect.element(bookings()).toMatchTextContent('ZF2')
})

test('keeps the filter when the focus leaves before a name is selected, and clears it with the text', async () => {
  await planner().click()
  await userEvent.keyboard('meera{Enter}')
  await expect.element(bookings()).toHaveLength(1)

  await planner().click()
  await userEvent.keyboard('nobody')
  await expect.element(page.getByText('No matches').first()).toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(planner()).toHaveValue('Meera Joshi')
  await expect.element(bookings()).toHaveLength(1)

  await planner().click()
  await userEvent.keyboard('{Backspace}')
  await expect.element(bookings()).toHaveLength(4)
  await expect.element(planner()).toHaveValue('')
})
