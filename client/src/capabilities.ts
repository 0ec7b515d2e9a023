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
  /** Stores the administrators, their roles and their sessions. Administrators can end their own sessions. */
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
  /** Gives a record a new version at each change, and rejects a change that is based on an earlier version. */
  versions: boolean
  /** Sends the changes of other people while they are made. */
  liveChanges: boolean
}
