import { maskNumbersIn } from '@mandap/domain/partner/personal-number.ts'
import { isRole, type Role } from '@mandap/domain/session/role.ts'
import { isObject } from '@mandap/domain/wire/read.ts'
import type { DraftKind } from '../../features/draft/use-draft.ts'

interface InviteDraft {
  email: string
  name: string
  role: Role
}

/** The unsaved content of an invitation. */
export const INVITE_DRAFT: DraftKind<InviteDraft> = {
  empty: { email: '', name: '', role: 'administrator' },
  isTouched: ({ email, name }) => email.trim() !== '' || name.trim() !== '',
  stored: (draft) => ({
    ...draft,
    // a masked address would be another one
    email: maskNumbersIn(draft.email) === draft.email ? draft.email : '',
    name: maskNumbersIn(draft.name),
  }),
  from: (stored) => {
    if (!isObject(stored)) return null
    const { email, name, role } = stored
    return {
      email: typeof email === 'string' ? email : '',
      name: typeof name === 'string' ? name : '',
      role: isRole(role) ? role : 'administrator',
    }
  },
}
