import { DELETED_BY, RESTORABLE_DAYS } from '@mandap/domain/partner/deletion.ts'
import { MAX_NAMES, PARTNER_LISTS } from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES } from '@mandap/domain/partner/tab.ts'
import { MAX_REASON_LENGTH } from '@mandap/domain/verification/decision.ts'
import { STEPS } from '@mandap/domain/verification/step.ts'
import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import {
  countsBy,
  ERASED_AT,
  field,
  IdParams,
  IfMatch,
  moment,
  page,
  PageProperties,
  record,
  Skip,
  VersionTag,
} from './record.ts'
import { ElevationHeader } from './super-admin.ts'

/** A partner (§3) as a host sends it. `partnerFrom()` reads it. */
export const PartnerRecord = record({
  _id: field('Id.', '65f0c0ffee00000000000003'),
  name: field('Name.', 'Ananya Iyer'),
  PartnerName: field('Name of a partner entered by hand.', 'Ananya Iyer'),
  personalEmail: field('E-mail address.', 'ananya@example.in'),
  mobileNo: field('Phone.', '9876501234'),
  personalNumber: field('Phone of a partner entered by hand.', '9876501234'),
  companyName: field('Company.', 'Iyer Caterers'),
  companyEmailId: field('E-mail address of the company.', 'office@iyercaterers.example'),
  companyEmail: field('Plan code, or Guest.', 'PLAN82600'),
  companyLocation: field('Place of the company.', 'Chennai'),
  companyNumber: field('Phone of the company.', '04428123456'),
  gstNo: field('GST number.', '33ABCDE1234F1Z5'),
  servicesSelected: field('Names of services.', ['Catering']),
  status: field('Status (§4.5).', 'pending'),
  kycStatus: field('Status of online KYC.', 'AKYC'),
  cvStatus: field('Status of company verification.', 'ACV'),
  ipvStatus: field('Status of in-person verification.', 'approved'),
  reason: field('Reason of the last reupload or decline.', 'VIDEO: too dark'),
  videoUrl: field('Address of the video.', 'https://files.example/video.mp4'),
  aadharUrl: field('Address of the Aadhaar card.', 'https://files.example/aadhar.jpg'),
  panCardUrl: field('Address of the PAN card.', 'https://files.example/pan.pdf'),
  gstCertificateUrl: field('Address of the GST certificate.', 'https://files.example/gst.pdf'),
  incorporationCertificateUrl: field(
    'Address of the incorporation certificate.',
    'https://files.example/cin.pdf',
  ),
  aadharNo: field('Aadhaar number. Our own server sends it masked.', 'XXXX XXXX 1234'),
  latitude: field('Latitude in degrees.', 13.08),
  longitude: field('Longitude in degrees.', 80.27),
  language: field('Language.', 'Tamil'),
  userId: field('Id of the linked user.', '65f0c0ffee00000000000004'),
  erasedAt: ERASED_AT,
  NoGST: field('True if the partner has no GST number; also as `noGST` or `NOGST`.', true),
})

const reason = Type.String({
  pattern: String.raw`\S`,
  maxLength: MAX_REASON_LENGTH,
  description: 'The reason of reupload and decline (§5.7).',
  examples: ['AADHAR,VIDEO: The pictures are too dark.'],
})

const statuses = (step: keyof typeof STEPS) =>
  Type.Enum(Object.values<string>(STEPS[step].actions), { description: STEPS[step].label })

/** A decision on one step (§4.5): the same value in `status` and in the step's field. */
export const StepUpdate = Type.Object(
  {
    status: Type.String(),
    kycStatus: Type.Optional(statuses('onlineKyc')),
    cvStatus: Type.Optional(statuses('companyVerification')),
    ipvStatus: Type.Optional(statuses('inPerson')),
    reason: Type.Optional(reason),
  },
  { additionalProperties: false },
)

const search = Type.Optional(
  Type.String({
    maxLength: 500,
    description: 'Partners that contain every word of the text (§5.5).',
  }),
)

/** The query of a list of partners. Without a query, the call returns all partners (§7). */
export const PartnerQuery = Type.Object({
  list: Type.Optional(
    Type.Enum([...PARTNER_LISTS, 'deleted'], {
      description:
        'All partners, the Approval Panel (§2.8, needs `status`), approved partners (§2.12), guest partners (§2.15), GST requests (§2.13), in-progress partners (§2.14), or deleted partners.',
    }),
  ),
  status: Type.Optional(
    Type.Enum([...APPROVAL_STATUSES], {
      description: 'The status for `list=approval`.',
    }),
  ),
  search,
  ...PageProperties,
  skip: Skip,
})

/** A deleted partner, who can still be restored. */
export const DeletedPartnerRecord = Type.Object(
  {
    ...PartnerRecord.properties,
    deletedAt: moment(`The partner can be restored for ${RESTORABLE_DAYS} days.`),
    deletedBy: Type.Literal(DELETED_BY),
    deletedByEmail: Type.String({
      description: 'E-mail address of the administrator who deleted the partner.',
    }),
  },
  { additionalProperties: true },
)

export type PartnerQuery = Static<typeof PartnerQuery>
export type StepUpdate = Static<typeof StepUpdate>

export const partnerCalls = {
  'GET /partners': {
    summary: 'List partners',
    section: '§7',
    description: [
      'Without a query, returns all partners as an array.',
      'With `list`, `search`, `limit`, `after` or `skip`, returns a page, ordered by name. `status` needs',
      '`list=approval`. Deleted partners are in `list=deleted` only.',
    ].join(' '),
    querystring: PartnerQuery,
    answers: {
      200: {
        description: 'The partners.',
        schema: Type.Union([
          Type.Array(PartnerRecord),
          page(PartnerRecord),
          page(DeletedPartnerRecord),
        ]),
      },
    },
    errors: [400, 429],
  },
  'GET /partners/counts': {
    summary: 'Count the partners of each status of the Approval Panel',
    section: '§2.8',
    querystring: Type.Object({ search }),
    answers: {
      200: {
        description: 'The number of partners per status.',
        schema: Type.Object({
          data: Type.Object(countsBy(APPROVAL_STATUSES)),
        }),
      },
    },
    errors: [400],
  },
  'GET /partner-names': {
    summary: 'List the distinct names of partners that a search finds',
    section: '§2.5',
    querystring: Type.Object({ list: Type.Literal('approved'), search }),
    answers: {
      200: {
        description: `The first ${MAX_NAMES} names, in alphabetical order: those that begin with the text, then those that contain its words.`,
        schema: Type.Object({ data: Type.Array(Type.String()) }),
      },
    },
    errors: [400],
  },
  'GET /partners/{id}': {
    summary: 'Read a partner',
    section: '§7',
    params: IdParams,
    answers: { 200: { description: 'The partner.', schema: PartnerRecord, headers: VersionTag } },
    errors: [400, 404],
  },
  'PUT /partners/{id}': {
    summary: 'Decide a verification step of a partner',
    idempotent: true,
    section: '§7',
    description:
      'Takes one of the three step fields, and `status` with the same value. Answers 403 if the step is not accessible or already decided: `ELEVATION_REQUIRED` if a Super Admin can decide it, else `STEP_CLOSED`.',
    params: IdParams,
    headers: Type.Object({ ...IfMatch.properties, ...ElevationHeader }),
    body: StepUpdate,
    answers: {
      200: { description: 'The changed partner.', schema: PartnerRecord, headers: VersionTag },
    },
    errors: [400, 403, 404, 409, 413, 415],
  },
  'DELETE /partners/{id}': {
    summary: 'Delete a partner',
    idempotent: true,
    section: '§7',
    description: `Needs Super Admin. The partner can be restored for ${RESTORABLE_DAYS} days.`,
    params: IdParams,
    headers: Type.Object({ ...IfMatch.properties, ...ElevationHeader }),
    body: Type.Object({ deletedBy: Type.Literal(DELETED_BY) }, { additionalProperties: false }),
    answers: { 200: { description: 'The partner that was deleted.', schema: PartnerRecord } },
    errors: [400, 403, 404, 409, 413, 415],
  },
  'POST /partners/{id}/restore': {
    summary: 'Restore a deleted partner',
    section: '§2.18',
    idempotent: true,
    description: `Needs Super Admin. Works for ${RESTORABLE_DAYS} days after the deletion.`,
    params: IdParams,
    headers: Type.Object(ElevationHeader),
    answers: {
      200: {
        description: 'The restored partner.',
        schema: PartnerRecord,
        headers: VersionTag,
      },
    },
    errors: [400, 403, 404],
  },
  'POST /partners/{id}/reveal': {
    summary: 'Show one personal number of a partner',
    section: '§3',
    description:
      'All other calls return these numbers masked. Each reveal is recorded in the audit log. Answers 403 `LIMIT_REACHED` after the numbers that one administrator may show within an hour, unless the request carries a grant.',
    params: IdParams,
    headers: Type.Object(ElevationHeader),
    body: Type.Object(
      {
        field: Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'The field of the number. A nested field is written with dots: `bank.accountNo`.',
          examples: ['aadharNo'],
        }),
      },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        description: 'The number.',
        schema: Type.Object({ data: Type.Object({ value: Type.String() }) }),
      },
    },
    errors: [400, 403, 404, 413, 415],
  },
} as const satisfies Record<string, Call>
