/** What a host can do beyond the calls that every host answers, as its configuration says. */
export interface Capabilities {
  /** Keeps an audit log of decisions, swaps, deletions, reveals and exports. */
  auditLog: boolean
  /** Restores deleted partners. */
  restore: boolean
  /** Decides itself whether Super Admin mode is on, and ends it after its time. */
  elevationExpiry: boolean
  /** Ends a session on sign-out. */
  sessionEnd: boolean
  /** Opens documents of its own by signed links. */
  documentLinks: boolean
}
