import { userJson } from '@mandap/domain/testing/builders.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { openConsole } from '../../../testing/open-console.tsx'

test('says that not all customers are counted, and names no order, which differs between searches', async () => {
  const data = [userJson({ fullName: 'Kavya Nair' })]
  const answer = { data, next: null, total: 1000, totalIsExact: false }
  openConsole(hostWithRecords('mandap', { 'GET /users': () => answer }), '/user-count?search=nair')
  const customers = page.getByRole('region', { name: 'Customers' })
  await expect.element(customers.getByText('More than 1,000 customers')).toBeVisible()
  await expect
    .element(customers.getByText('The first 1,000 are listed. Refine the search, or export all.'))
    .toBeVisible()
})
