import { type UserIndex, userIndex, userFrom } from '@mandap/domain/user/user.ts'
import type { RecordKind } from '../records/kind.ts'
import { type ShortParts, withShortParts } from '../records/short-parts.ts'

export const USER: RecordKind<UserIndex & ShortParts> = {
  table: 'app_user',
  subject: 'user',
  columns: { id: 'text', name: 'text', searchText: 'text', shortParts: 'smallIntegers' },
  indexed: { id: '_id', name: 'fullName' },
  indexFieldsOf: (record) => withShortParts(userIndex(userFrom(record))),
  nameOf: (record) => userFrom(record).name,
}
