/** What the trail records, each kind with the words that staff read. */
export const ACTIVITY_KINDS = {
  create: 'Entered by hand',
  update: 'Changed',
  swap: 'Partner swapped',
  decide: 'Decided',
  upload: 'Documents uploaded',
  delete: 'Deleted',
  restore: 'Restored',
  purge: 'Removed for good',
  reveal: 'Number shown',
  export: 'Exported',
  signIn: 'Signed in',
  elevate: 'Super Admin turned on',
  failElevation: 'Super Admin refused',
  endElevation: 'Super Admin turned off',
} as const satisfies Record<string, string>

export type ActivityKind = keyof typeof ACTIVITY_KINDS

/** What an act is done to. */
export const ACTIVITY_SUBJECTS = {
  booking: 'Booking',
  partner: 'Partner',
  user: 'User',
  tempPartner: 'Partner entered by hand',
  administrator: 'Administrator',
  list: 'List',
} as const satisfies Record<string, string>

export type ActivitySubject = keyof typeof ACTIVITY_SUBJECTS
