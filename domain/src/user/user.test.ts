import { expect, test } from 'vitest'
import { matches } from '../rule/matches.ts'
import { aUser } from '../testing/builders.ts'
import { userIndex, usersFound } from './user.ts'

test('the dashboard search finds users by a substring in any case, and none for blank text (§5.5)', () => {
  const indexFields = userIndex(
    aUser({ fullName: 'Kavya Nair', email: 'kavya@example.in', phone: '9845098450' }),
  )
  const finds = (text: string) => matches(usersFound(text), indexFields)
  expect(['VYA N', 'kavya@', '98450', 'Kavya  Nair'].map(finds)).toEqual([true, true, true, true])
  expect(['nair kavya', 'Nair 9845', ' '].map(finds)).toEqual([false, false, false])
})
