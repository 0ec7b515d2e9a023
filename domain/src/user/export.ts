import { type Column, text } from '../table/column.ts'
import type { User } from './user.ts'

/** The columns of an exported list of users (§3). */
export const USER_COLUMNS: readonly Column<User>[] = [
  text('Name', ({ name }) => name),
  text('E-mail', ({ email }) => email),
  text('Phone', ({ phone }) => phone),
  text('Record', ({ id }) => id),
]
