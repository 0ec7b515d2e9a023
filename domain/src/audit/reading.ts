import type { AuditKind } from './kind.ts'

/** The kinds of entry after which its record is as it was before. */
export const READING_KINDS: readonly AuditKind[] = ['reveal', 'open', 'export', 'exportPerson']
