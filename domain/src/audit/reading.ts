import type { AuditKind } from './kind.ts'

/** The kinds of entry that change nothing in the record. Not in `kind.ts`, so that a list loads no labels of kinds. */
export const READING_KINDS: readonly AuditKind[] = ['reveal', 'open', 'export', 'exportPerson']
