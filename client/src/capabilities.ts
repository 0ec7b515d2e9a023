/** The optional features of a host, from its configuration. */
export interface Capabilities {
  /** Keeps an audit log of decisions, swaps, deletions, reveals and exports. */
  auditLog: boolean
  /** Restores deleted partners. */
  restore: boolean
  /** Stores whether Super Admin mode is on, and ends it after 15 minutes. */
  elevationExpiry: boolean
  /** Ends a session on sign-out. */
  sessionEnd: boolean
  /** Keeps who is an administrator, their roles and their sessions, of which each can end their own. */
  administrators: boolean
  /** Keeps the passwords of administrators too, and invites people by mail. */
  passwords: boolean
  /** Lets administrators add a second factor. */
  secondFactor: boolean
  /** Derives a key for each administrator, with which the console encrypts what it stores in the browser. */
  storageKey: boolean
  /** Stores documents and serves them by links of two minutes. */
  documentLinks: boolean
  /** Exports and erases everything that is stored about one person. */
  personalData: boolean
  /** Changes the version of a record with the record, and rejects a change of an earlier one. */
  versions: boolean
  /** Tells what others change, while they do. */
  liveChanges: boolean
}
