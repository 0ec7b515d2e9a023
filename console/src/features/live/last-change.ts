import type { AuditKind, AuditSubject } from '@mandap/domain/audit/kind.ts'

/** A change that another person made to a record. */
export interface LastChange {
  subject: AuditSubject
  id: string
  kind: AuditKind
  /** The name of the person, or their e-mail address. */
  who: string
  /** Epoch milliseconds at which this page learned of it. */
  at: number
}

declare global {
  interface WindowEventMap {
    /** Dispatched when another person has changed a record. An event needs no module that the first script would load. */
    'mandap.change': CustomEvent<LastChange>
  }
}
