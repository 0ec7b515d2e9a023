import { MAX_MANUAL_FIELD } from '@mandap/domain/booking/manual-partner.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { ERASED_AT, field, IdParams, record, VersionTag } from './record.ts'

/** A temp partner (§3) as a host sends it. `tempPartnerFrom()` reads it. */
export const TempPartnerRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000005'),
  PartnerName: field('Name.', 'Sana Shaikh'),
  personalNumber: field('Phone.', '9822098220'),
  companyName: field('Company.', 'Shaikh Events'),
  companyLocation: field('Place of the company.', 'Pune'),
  companyNumber: field('Phone of the company.', '02026123456'),
  companyEmailId: field('E-mail address of the company.', 'office@shaikhevents.example'),
  erasedAt: ERASED_AT,
})

const required = Type.String({ maxLength: MAX_MANUAL_FIELD, pattern: String.raw`\S` })
const text = Type.Optional(Type.String({ maxLength: MAX_MANUAL_FIELD }))

/** A manual partner (§2.6). Only the name is required (§5.8). */
export const NewTempPartner = Type.Object(
  {
    PartnerName: required,
    personalNumber: text,
    companyName: text,
    companyLocation: text,
    companyNumber: text,
    companyEmailId: text,
  },
  { additionalProperties: false },
)

export type NewTempPartner = Static<typeof NewTempPartner>

export const tempPartnerCalls = {
  'POST /temp-partner': {
    summary: 'Create a temp partner',
    idempotent: true,
    section: '§7',
    body: NewTempPartner,
    answers: {
      201: { description: 'The temp partner.', schema: TempPartnerRecord, headers: VersionTag },
    },
    errors: [400, 413, 415],
  },
  'GET /temp-partner/{id}': {
    summary: 'Read a temp partner',
    section: '§7',
    params: IdParams,
    answers: {
      200: { description: 'The temp partner.', schema: TempPartnerRecord, headers: VersionTag },
    },
    errors: [400, 404],
  },
} as const satisfies Record<string, Call>
