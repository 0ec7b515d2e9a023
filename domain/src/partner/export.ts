import { type Column, listed, moment, number, text } from '../table/column.ts'
import { readInstant, readText } from '../wire/read.ts'
import type { PartnerListing } from './list.ts'
import type { Partner } from './partner.ts'
import { PERSONAL_NUMBERS } from './personal-number.ts'
import { personalNumbersIn } from './personal-record.ts'
import { gstTotal, planOf } from './plan.ts'
import { missingItems, REGISTRATION_ITEMS } from './registration.ts'
import { partnerStatusLabel } from './status.ts'

/** The lists of partners that can be exported: those of §2.8 and §2.12 to §2.15, and the deleted partners. */
export type ExportedPartners = PartnerListing | { list: 'deleted'; search?: string | undefined }

const COLUMNS: readonly Column<Partner>[] = [
  text('Name', ({ name }) => name),
  text('Status', ({ status }) => partnerStatusLabel(status)),
  text('E-mail', ({ personalEmail }) => personalEmail),
  text('Mobile', ({ mobileNo }) => mobileNo),
  text('Company', ({ companyName }) => companyName),
  text('Company e-mail', ({ companyEmailId }) => companyEmailId),
  text('Company phone', ({ companyNumber }) => companyNumber),
  text('Location', ({ companyLocation }) => companyLocation),
  text('Plan', ({ companyEmail }) => companyEmail),
  text('Plan name', (partner) => planOf(partner)?.name ?? ''),
  number('Plan price (INR)', (partner) => planOf(partner)?.price ?? null),
  text('Services', ({ servicesSelected }) => listed(servicesSelected)),
  text('Missing information', (partner) =>
    listed(missingItems(partner).map((item) => REGISTRATION_ITEMS[item])),
  ),
  text('Online KYC', ({ kycStatus }) => stepText(kycStatus)),
  text('Company verification', ({ cvStatus }) => stepText(cvStatus)),
  text('In-person verification', ({ ipvStatus }) => stepText(ipvStatus)),
  text('Reason', ({ reason }) => reason),
  text('GST number', ({ gstNo }) => gstNo),
  text('Without GST', ({ noGst }) => (noGst ? 'Yes' : 'No')),
  text('Aadhar', numbersOf('aadhaar')),
  text('PAN', numbersOf('pan')),
  text('Language', ({ language }) => language),
  number('Latitude', coordinate('latitude')),
  number('Longitude', coordinate('longitude')),
]

const GST_TOTAL: Column<Partner> = number('GST total (INR)', gstTotal)

const DELETION: readonly Column<Partner>[] = [
  moment('Deleted', ({ original }) => readInstant(original['deletedAt'])),
  text('Deleted by', ({ original }) => readText(original['deletedByEmail'])),
]

const RECORD: Column<Partner> = text('Record', ({ id }) => id)

/** Returns the columns of an exported list of partners. Aadhaar and PAN are always masked. */
export function partnerColumns(list: ExportedPartners['list']): readonly Column<Partner>[] {
  switch (list) {
    case 'gst':
      return [...COLUMNS, GST_TOTAL, RECORD]
    case 'deleted':
      return [...COLUMNS, ...DELETION, RECORD]
    default:
      return [...COLUMNS, RECORD]
  }
}

function stepText(status: string): string {
  return status === '' ? '' : partnerStatusLabel(status)
}

/** Returns a function that returns a coordinate, as the record has it where it is no number. */
function coordinate(field: 'latitude' | 'longitude') {
  return (partner: Partner) => partner[field] ?? (readText(partner.original[field]) || null)
}

/** Returns the masked numbers of a kind that the screens show: that of §3 first, then those of the host's own fields. */
function numbersOf(kind: 'aadhaar' | 'pan') {
  return ({ original }: Partner): string => {
    const numbers = personalNumbersIn(original).filter((one) => one.kind === kind)
    const inOrder = [
      ...numbers.filter(({ field }) => field === 'aadharNo'),
      ...numbers.filter(({ field }) => field !== 'aadharNo'),
    ]
    return listed([...new Set(inOrder.map((one) => PERSONAL_NUMBERS[kind].mask(one.number)))])
  }
}
