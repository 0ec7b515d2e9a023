import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { field, IdParams, record, VersionTag } from './record.ts'

/** A partner entered by hand (§3), as a host sends it; `partnerFrom()` reads it. */
export const TempPartnerRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000005'),
  PartnerName: field('Name.', 'Sana Shaikh'),
  personalNumber: field('Phone.', '9822098220'),
  companyName: field('Company.', 'Shaikh Events'),
  companyLocation: field('Place of the company.', 'Pune'),
  companyNumber: field('Phone of the company.', '02026123456'),
  companyEmailId: field('E-mail address of the company.', 'office@shaikhevents.example'),
})

const needed = Type.String({ maxLength: 200, pattern: String.raw`\S` })
const text = Type.Optional(Type.String({ maxLength: 200 }))

/** The manual details of §2.6. A name is owed (§5.8), for it is what the booking shows. */
export const NewTempPartner = Type.Object(
  {
    PartnerName: needed,
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
    summary: 'Enter a partner by hand',
    idempotent: true,
    section: '§7',
    body: NewTempPartner,
    answers: {
      201: { description: 'The temp partner.', schema: TempPartnerRecord, headers: VersionTag },
    },
    problems: [400, 413, 415],
  },
  'GET /temp-partner/{id}': {
    summary: 'Read a partner that was entered by hand',
    section: '§7',
    params: IdParams,
    answers: {
      200: { description: 'The temp partner.', schema: TempPartnerRecord, headers: VersionTag },
    },
    problems: [400, 404],
  },
} as const satisfies Record<string, Call>
