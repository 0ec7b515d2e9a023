import { type UserIndex, userIndex, userFrom } from '@mandap/domain/user/user.ts'
import type { RecordKind } from '../records/kind.ts'

export const USER: RecordKind<UserIndex> = {
  table: 'app_user',
  subject: 'user',
  columns: { id: 'text', name: 'text', searchText: 'text' },
  indexed: { id: '_id', name: 'fullName' },
  indexFieldsOf: (record) => userIndex(userFrom(record)),
  nameOf: (record) => userFrom(record).name,
}
