import type { Tables } from '../database/tables.ts'

/** What a backup contains: its first part. */
export interface Manifest {
  /** The release of Mandap that wrote it. */
  release: string
  /** The time of the snapshot, in UTC. */
  at: string
  /** The migrations of the database, in order. */
  migrations: string[]
  /** In an order in which no row refers to a later table. */
  tables: Table[]
  sequences: Sequence[]
  /** The key of the encrypted numbers and documents, in Base64, if the server made it. */
  encryptionKey?: string
}

export interface Table {
  name: string
  columns: string[]
}

export interface Sequence {
  name: string
  value: string
  isCalled: boolean
}

/** A document that was missing or altered in the store when the backup was made. */
export interface DocumentFlaw {
  id: string
  is: 'missing' | 'altered'
}

/** What a backup turned out to contain: its last part. */
export interface Summary {
  /** Rows by table. */
  rows: Record<string, number>
  documents: number
  documentBytes: number
  /** Documents whose content was not in the store. */
  missing: number
  /** Documents whose content does not match its checksum in the database. */
  altered: number
  /** Documents that were deleted or destroyed while the backup was made. */
  deleted: number
  /** The first missing and altered ones. */
  flaws: DocumentFlaw[]
}

export const MANIFEST = 'manifest'
export const SUMMARY = 'summary'
export const TABLE_PREFIX = 'table/'
export const DOCUMENT_PREFIX = 'document/'

/**
 * Tables whose rows are not in a backup, and neither are the rows that are deleted with them: sessions, links, codes and
 * counted attempts, and positions in the log of another PostgreSQL. So a restore ends all sessions, also those that ended
 * after the backup.
 */
export const SHORT_LIVED_TABLES = [
  'attempt',
  'factor_enrolment',
  'idempotency_key',
  'passkey_challenge',
  'pending_sign_in',
  'reset_code',
  'session',
  'write_position',
  'write_position_start',
] as const satisfies readonly (keyof Tables)[]
