import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { PersonReference } from '@mandap/domain/person/person.ts'
import type { User } from '@mandap/domain/user/user.ts'
import { partnerTitle } from '../partner/title.ts'

/** A person on a screen, whose data can be exported and erased. */
export interface Person extends PersonReference {
  /** The name, or what stands for it. */
  title: string
  name: string
  email: string
  phone: string
  erasedAt: number | null
}

export function personOfPartner(
  partner: Partner,
  subject: 'partner' | 'tempPartner' = 'partner',
): Person {
  const { id, name, personalEmail, companyEmailId, mobileNo: phone, erasedAt } = partner
  const email = personalEmail || companyEmailId
  return { subject, id, title: partnerTitle(partner), name, email, phone, erasedAt }
}

export function personOfUser({ id, name, email, phone, erasedAt }: User): Person {
  return { subject: 'user', id, title: name || 'Unnamed', name, email, phone, erasedAt }
}
