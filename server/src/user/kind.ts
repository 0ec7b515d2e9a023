import { type UserFacts, userFacts, userFrom } from '@mandap/domain/user/user.ts'
import type { RecordKind } from '../record/kind.ts'

export const USER: RecordKind<UserFacts> = {
  table: 'app_user',
  subject: 'user',
  columns: { id: 'text', name: 'text', searchText: 'text' },
  indexed: { id: '_id', name: 'fullName' },
  factsOf: (record) => userFacts(userFrom(record)),
  nameOf: (record) => userFrom(record).name,
}
