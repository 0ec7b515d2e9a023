import { expect, test } from 'vitest'
import { matches } from '../rule/matches.ts'
import { aUser } from '../testing/builders.ts'
import { foundUserTiers, userIndex, userTiers } from './user.ts'

test('the dashboard search finds users by words in any order and case, and none for blank text (§5.5)', () => {
  const indexFields = userIndex(
    aUser({ fullName: 'Kavya Nair', email: 'kavya@example.in', phone: '9845098450' }),
  )
  const finds = (text: string) => foundUserTiers(text).some((tier) => matches(tier, indexFields))
  expect(['VYA N', 'kavya@', '98450', 'Kavya  Nair'].map(finds)).toEqual([true, true, true, true])
  expect(['nair kavya', 'Nair 9845', '+91 98450 98450'].map(finds)).toEqual([true, true, true])
  expect(['nair kavita', 'Nair 9846', ' '].map(finds)).toEqual([false, false, false])
  const tiersOf = (text: string) => userTiers(text).map((tier) => matches(tier, indexFields))
  expect(['nair', 'kavya nair', 'nair kavya', 'nair kavita'].map(tiersOf)).toEqual([
    [true],
    [true, false],
    [false, true],
    [false, false],
  ])
})
