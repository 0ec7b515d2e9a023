/** The kinds of audit entry (§2.18) with their labels. */
export const AUDIT_KINDS = {
  create: 'Entered by hand',
  update: 'Changed',
  swap: 'Planner swapped',
  decide: 'Decided',
  upload: 'Documents uploaded',
  refuseInfected: 'Infected document refused',
  delete: 'Deleted',
  restore: 'Restored',
  purge: 'Removed for good',
  destroy: 'Documents destroyed',
  reveal: 'Number shown',
  open: 'Document opened',
  export: 'Exported',
  exportPerson: 'Person exported',
  erase: 'Person erased',
  import: 'Imported',
  signIn: 'Signed in',
  signOut: 'Signed out',
  failSignIn: 'Sign-in refused',
  lockOut: 'Sign-in locked',
  failFactor: 'Second factor refused',
  addFactor: 'Second factor added',
  removeFactor: 'Second factor removed',
  renamePasskey: 'Passkey renamed',
  renewCodes: 'Recovery codes renewed',
  useRecoveryCode: 'Recovery code used',
  endSessions: 'Own sessions ended',
  endAllSessions: 'Sessions of another ended',
  endReplayedSession: 'Session of a replayed token ended',
  setPassword: 'Password set',
  handLink: 'Password link made',
  addAdministrator: 'Administrator added',
  inviteAdministrator: 'Administrator invited',
  disableAdministrator: 'Administrator disabled',
  changeRole: 'Role changed',
  rotateKey: 'Signing key changed',
  rotateDataKey: 'Encryption key changed',
  backUp: 'Backup made',
  restoreBackup: 'Backup restored',
  endAccess: 'All sessions ended',
  eraseDetails: 'Old details erased',
  moveDatabase: 'Database moved',
  rebuildChain: 'Audit log built again',
  elevate: 'Super Admin turned on',
  failElevation: 'Super Admin refused',
  endElevation: 'Super Admin turned off',
} as const satisfies Record<string, string>

/**
 * The subject of the entry for a replaced key in `ENCRYPTION_KEY_FILE`. Other entries of its kind have the id of a data
 * key.
 */
export const WRAPPING_KEY = 'ENCRYPTION_KEY_FILE'

/**
 * The subject of the entry for a replaced key of document links. Other entries of its kind have the id of a signing
 * key.
 */
export const LINK_KEY = 'link key'

/**
 * The subject of an entry of the kind `rebuildChain` whose earlier chain was intact. Otherwise it says where that chain
 * was broken.
 */
export const REBUILT_INTACT = 'intact'

export type AuditKind = keyof typeof AUDIT_KINDS

/** The kinds of subject of an audit entry with their labels. */
export const AUDIT_SUBJECTS = {
  booking: 'Booking',
  partner: 'Partner',
  user: 'Customer',
  tempPartner: 'Partner entered by hand',
  administrator: 'Administrator',
  list: 'List',
  server: 'Server',
} as const satisfies Record<string, string>

/**
 * The subjects of entries whose personal details may be erased when they are old. Those of administrators are kept, so
 * that administrators stay accountable.
 */
export const SUBJECTS_WITH_ERASABLE_DETAILS = [
  'booking',
  'partner',
  'user',
  'tempPartner',
  'list',
] as const

export type AuditSubject = keyof typeof AUDIT_SUBJECTS
