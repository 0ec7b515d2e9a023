/** The kinds of audit entry with their labels. */
export const AUDIT_KINDS = {
  create: 'Entered by hand',
  update: 'Changed',
  swap: 'Planner swapped',
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

export type AuditKind = keyof typeof AUDIT_KINDS

/** The kinds of subject of an audit entry with their labels. */
export const AUDIT_SUBJECTS = {
  booking: 'Booking',
  partner: 'Partner',
  user: 'Customer',
  tempPartner: 'Partner entered by hand',
  administrator: 'Administrator',
  list: 'List',
} as const satisfies Record<string, string>

export type AuditSubject = keyof typeof AUDIT_SUBJECTS
