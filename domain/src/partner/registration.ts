import { readText } from '../wire/read.ts'
import type { Partner } from './partner.ts'
import { ERASED_STATUS } from './status.ts'

type Registration = Pick<
  Partner,
  | 'name'
  | 'personalEmail'
  | 'mobileNo'
  | 'companyName'
  | 'aadharNo'
  | 'latitude'
  | 'longitude'
  | 'servicesSelected'
>

/** The status tells whether the record was erased. */
type Registered = Registration & Pick<Partner, 'status' | 'original'>

/** The items of a registration (§5.6) with the labels of their chips. */
export const REGISTRATION_ITEMS = {
  name: 'Name',
  personalEmail: 'E-mail',
  mobileNo: 'Mobile',
  companyName: 'Company Name',
  aadharNo: 'Aadhar Number',
  latitude: 'Latitude',
  longitude: 'Longitude',
  servicesSelected: 'Services',
} as const satisfies Record<keyof Registration, string>

export type RegistrationItem = keyof typeof REGISTRATION_ITEMS

/** Maximum number of services on an in-progress partner's card; '+N more' counts the others (§9). */
export const MAX_SERVICES_SHOWN = 2

/** Returns the services on an in-progress partner's card, and how many it leaves out (§2.14). */
export function servicesShown({ servicesSelected }: Pick<Partner, 'servicesSelected'>) {
  return {
    shown: servicesSelected.slice(0, MAX_SERVICES_SHOWN),
    more: Math.max(0, servicesSelected.length - MAX_SERVICES_SHOWN),
  }
}

/** Returns the items that a registration lacks (§5.6). 0 is a valid latitude or longitude. An erased one lacks none. */
export function missingItems(partner: Registered): RegistrationItem[] {
  if (partner.status === ERASED_STATUS) return []
  return (Object.keys(REGISTRATION_ITEMS) as RegistrationItem[]).filter((item) =>
    // text such as 19.0760° N is no number, and not missing
    item === 'latitude' || item === 'longitude'
      ? readText(partner.original[item]) === ''
      : partner[item].length === 0,
  )
}
