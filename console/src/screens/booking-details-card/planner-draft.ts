import type { AssignedPartner } from '@mandap/domain/booking/swap.ts'
import {
  isBlank,
  MANUAL_FIELDS,
  type ManualField,
  type ManualPartner,
  trimmed,
} from '@mandap/domain/booking/manual-partner.ts'
import { maskNumbersIn, maskUnlessPhone } from '@mandap/domain/partner/personal-number.ts'
import { isObject, readObject, readTexts } from '@mandap/domain/wire/read.ts'
import type { Planner } from '../../features/partner/queries.ts'
import type { DraftKind } from '../../features/draft/use-draft.ts'

/** The selected partner, with what the dialog says about them. */
export interface PickedPartner extends AssignedPartner {
  /** Phone, company and location. */
  about: string
  companyLocation: string
  servicesSelected: readonly string[]
}

/** The unsaved content of the edit dialog (§2.6). */
export interface PlannerDraft {
  way: 'existing' | 'manual'
  search: string
  picked: PickedPartner | null
  /** Null until a field is changed. The form then has the details of the planner, if that is a manual partner. */
  manual: ManualPartner | null
}

export const BLANK_MANUAL = trimmed({})

export const EMPTY_DRAFT: PlannerDraft = {
  way: 'existing',
  search: '',
  picked: null,
  manual: null,
}

/** Returns whether closing the dialog would lose anything. */
export function isTouched({ search, picked, manual }: PlannerDraft): boolean {
  return search !== '' || picked !== null || !isBlank(manual ?? BLANK_MANUAL)
}

export const PLANNER_DRAFT: DraftKind<PlannerDraft> = {
  empty: EMPTY_DRAFT,
  isTouched,
  stored: (draft) => ({
    ...draft,
    search: maskNumbersIn(draft.search),
    manual: draft.manual && mapped(draft.manual, (text, field) => maskOf(field)(text)),
  }),
  from: (stored) => {
    if (!isObject(stored)) return null
    const typed = readObject(stored['manual'])
    const manual = mapped(BLANK_MANUAL, (_, field) => textOf(typed[field]))
    return {
      way: stored['way'] === 'manual' ? 'manual' : 'existing',
      search: textOf(stored['search']),
      picked: storedPartner(stored['picked']),
      manual: isBlank(manual) ? null : manual,
    }
  },
}

/** Returns an earlier planner of a booking as the selected partner. Their services and location are not in the booking. */
export function pickedFromBooking(partner: AssignedPartner): PickedPartner {
  return { ...partner, about: partner.mobile, companyLocation: '', servicesSelected: [] }
}

/** Returns the details of a manual planner as the form has them, or null for another planner. */
export function manualOf(planner: Planner | undefined): ManualPartner | null {
  if (!planner?.isManual || planner.erasedAt !== null) return null
  const { name, mobileNo, companyName, companyLocation, companyNumber, companyEmailId } = planner
  return {
    PartnerName: name,
    companyName,
    companyLocation,
    companyNumber,
    personalNumber: mobileNo,
    companyEmailId,
  }
}

function mapped(
  manual: ManualPartner,
  text: (text: string, field: ManualField) => string,
): ManualPartner {
  const entries = MANUAL_FIELDS.map((field) => [field, text(manual[field], field)])
  return Object.fromEntries(entries) as ManualPartner
}

/** Returns a function that masks personal numbers in a field. It leaves phone numbers, which belong in the form. */
function maskOf(field: ManualField): (text: string) => string {
  return field === 'companyNumber' || field === 'personalNumber' ? maskUnlessPhone : maskNumbersIn
}

function storedPartner(stored: unknown): PlannerDraft['picked'] {
  const { id, name, mobile, about, companyLocation, servicesSelected } = readObject(stored)
  if (typeof id !== 'string') return null
  return {
    id,
    name: textOf(name),
    mobile: textOf(mobile),
    about: textOf(about),
    companyLocation: textOf(companyLocation),
    servicesSelected: readTexts(servicesSelected),
  }
}

function textOf(stored: unknown): string {
  return typeof stored === 'string' ? stored : ''
}
