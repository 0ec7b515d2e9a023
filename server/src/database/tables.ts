import type { ExportRequest } from '@mandap/contract/export.ts'
import type { PersonRequest } from '@mandap/contract/person.ts'
import type { AuditKind, AuditSubject } from '@mandap/domain/audit/kind.ts'
import type { PersonalValue } from '@mandap/domain/partner/personal-record.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { JWK } from 'jose'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { LimitName } from '../config/attempt-limits.ts'
import type { CountTables } from './count-tables.ts'
import type { ElevationTable, OtpChallengeTable, VerifiedPhoneTable } from './super-admin-tables.ts'

/** One interface per table, with the column types that `pg` returns. */
export interface Tables extends CountTables {
  schema_migration: { name: string; applied_at: Date; oldest_release: Generated<string> }
  administrator: AdministratorTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  reset_code: ResetCodeTable
  device: DeviceTable
  second_factor: SecondFactorTable
  factor_enrolment: FactorEnrolmentTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  pending_sign_in: PendingSignInTable
  attempt: AttemptTable
  signing_key: SigningKeyTable
  token_key: TokenKeyTable
  booking: BookingTable
  partner: PartnerTable
  app_user: UserTable
  temp_partner: RecordTable
  deleted_partner: DeletedPartnerTable
  activity: ActivityTable
  activity_logged: { only_row: Generated<boolean>; id: number }
  erasure: ErasureTable
  otp_challenge: OtpChallengeTable
  verified_phone: VerifiedPhoneTable
  elevation: ElevationTable
  document: DocumentTable
  document_removal: { id: string }
  link_key: { only_row: Generated<boolean>; secret: Buffer; data_key: number }
  document_opening: DocumentOpeningTable
  disclosure_summary: { day: string }
  personal_value: PersonalValueTable
  data_key: { id: Generated<number>; wrapped: Buffer; created_at: Generated<Date> }
  export_link: ExportLinkTable
  idempotency_key: IdempotencyKeyTable
  presence: PresenceTable
  write_position: { administrator_id: string; position: string }
  write_position_start: { is_only: Generated<boolean>; position: string }
  activity_head: { id: ReadOnly<number>; at: ReadOnly<Date>; hash: ReadOnly<Buffer> }
}

export interface AdministratorTable {
  id: Generated<string>
  email: string
  email_folded: string
  name: Generated<string>
  password_hash: string | null
  password_changed_at: Date | null
  email_verified_at: Date | null
  external_subject: string | null
  created_at: Date
  last_sign_in_at: Date | null
  disabled_at: Date | null
  role: Generated<Role>
}

/** Why a session was ended before its time. */
export type SessionEndReason =
  | 'signed out'
  | 'ended from the account screen'
  | 'ended by another administrator'
  | 'the password was changed'
  | 'the first second factor was added'
  | 'the second factor was reset'
  | 'the administrator was disabled'
  | 'a used refresh token came back'
  | 'the database was set back to an earlier time'

export interface SessionTable {
  id: string
  administrator_id: string
  signed_in_at: Date
  refreshed_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: SessionEndReason | null
  address: string
  user_agent: string
  refresh_secret: Buffer
  /** How often the tokens of the session were replaced. */
  token_serial: Generated<number>
  /** Whether a second factor was shown or added in the session. */
  showed_factor: Generated<boolean>
}

export interface RefreshTokenTable {
  token_hash: Buffer
  session_id: string
  used_at: Date | null
}

export interface ResetCodeTable {
  code_hash: Buffer
  administrator_id: string
  mailed: boolean
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface DeviceTable {
  token_hash: Buffer
  administrator_id: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  showed_factor: Generated<boolean>
}

export interface SecondFactorTable {
  id: Generated<string>
  administrator_id: string
  secret: Buffer
  key_id: number
  enrolled_at: Date
  last_period: number
}

export interface FactorEnrolmentTable {
  id_hash: Buffer
  administrator_id: string
  secret: Buffer
  key_id: number
  expires_at: Date
}

export interface RecoveryCodeTable {
  administrator_id: string
  code_hash: Buffer
  used_at: Date | null
}

export interface PasskeyTable {
  id: Generated<string>
  administrator_id: string
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** What a passkey is asked for: being added, the second step of a sign-in, a change of the second factor, or Super Admin. */
export type PasskeyPurpose = 'add' | 'signIn' | 'changeFactor' | 'elevate'

export interface PasskeyChallengeTable {
  purpose: PasskeyPurpose
  bound_to: string
  administrator_id: string
  challenge: string
  expires_at: Date
}

export interface PendingSignInTable {
  credential_hash: Buffer
  administrator_id: string
  password_hash: string
  tries: Generated<number>
  expires_at: Date
  ended_at: Date | null
}

export interface AttemptTable {
  kind: LimitName
  subject: string
  count: number
  window_ends_at: Date
}

/** The RSA keys of release 0.1.0. */
export interface SigningKeyTable {
  kid: string
  private_jwk: ColumnType<JWK, string>
  public_jwk: ColumnType<JWK, string>
  created_at: Date
}

export interface TokenKeyTable {
  kid: string
  public_jwk: ColumnType<JWK, string>
  private_key: Buffer
  data_key: number
  created_at: Date
  signs_from: Date
}

/** A record as it was received, without `version`, which is a column. */
export interface RecordTable {
  id: string
  body: ColumnType<JsonObject, string>
  version: Generated<number>
  updated_at: Generated<Date>
  updated_by: string
}

/** The index fields of a booking; instants are epoch milliseconds. */
export interface BookingTable extends RecordTable {
  number_id: string
  status: string
  phase: string
  date_from: number | null
  date_to: number | null
  created_at: number | null
  booked_at: number
  lead_days: number | null
  catering: boolean
  photography: boolean
  event: boolean
  partner_id: string
  partner_name: string
  user_id: string
  budget: number | null
  search_text: string
  short_parts: number[]
}

/** The index fields of a partner. */
export interface PartnerTable extends RecordTable {
  name: string
  status: string
  company_email: string
  no_gst: boolean
  missing_items: string[]
  search_text: string
  guest_search_text: string
  short_parts: number[]
}

/** The index fields of a user. */
export interface UserTable extends RecordTable {
  name: string
  search_text: string
  short_parts: number[]
}

/** Read only: entries are added by `appendAuditEntries`. */
export interface ActivityTable {
  id: ReadOnly<number>
  at: ReadOnly<Date>
  by: ReadOnly<string>
  kind: ReadOnly<AuditKind>
  subject: ReadOnly<AuditSubject>
  subject_id: ReadOnly<string>
  subject_name: ReadOnly<string>
  version: ReadOnly<number | null>
  before: ReadOnly<JsonObject>
  after: ReadOnly<JsonObject>
  reason: ReadOnly<string | null>
  elevation: ReadOnly<string | null>
  search_text: ReadOnly<string>
  previous: ReadOnly<Buffer>
  hash: ReadOnly<Buffer>
  /** Null if the personal details were erased. */
  salt: ReadOnly<Buffer | null>
  commitment: ReadOnly<Buffer>
}

export type AuditRow = Selectable<ActivityTable>

type ReadOnly<T> = ColumnType<T, never, never>

/** A deleted partner that can be restored, with the index fields of its list. */
export interface DeletedPartnerTable {
  id: string
  body: ColumnType<JsonObject, string>
  version: number
  name: string
  search_text: string
  deleted_at: Date
  deleted_by: string
  administrator: string
}

/** Rows are added only. */
export interface ErasureTable {
  id: ColumnType<string, string | undefined, never>
  at: ColumnType<Date, Date | undefined, never>
  kind: ColumnType<string, string, never>
  subject: ColumnType<string, string, never>
  subject_id: ColumnType<string, string, never>
}

/** A document of a partner; `kind` is the partner's field. */
export interface DocumentTable {
  id: string
  partner_id: string
  kind: DocumentField
  name: string
  type: string
  size: number
  sha256: Buffer
  specimen: string | null
  /** Of the encrypted content in the store; null for content that an earlier release stored unencrypted. */
  stored_size: Generated<number | null>
  stored_sha256: Generated<Buffer | null>
  /** The data key of that content; null if an earlier release stored it. */
  data_key: Generated<number | null>
  created_at: Generated<Date>
  created_by: string
  /** When the content was destroyed because its time was over. */
  destroyed_at: Generated<Date | null>
  destroyed_after_days: Generated<number | null>
}

export interface DocumentOpeningTable {
  session_id: string
  document_id: string
  opened_at: Date
}

/** The true value of what is masked in a record, encrypted. */
export interface PersonalValueTable {
  subject: string
  record_id: string
  path: string
  kind: PersonalValue['kind']
  data_key: number
  encrypted: Buffer
}

/** The export of a person, with the masked phone of the Super Admin for its audit entry. */
export type PersonLinkRequest = PersonRequest & { of: 'person'; elevation: string }

export interface ExportLinkTable {
  secret_hash: Buffer
  session_id: string
  by: string
  request: ColumnType<ExportRequest | PersonLinkRequest, string>
  file_name: string
  expires_at: Date
  used_at: Date | null
}

export interface PresenceTable {
  tab: string
  stream: string
  session_id: string
  administrator_id: string
  subject: 'booking' | 'partner'
  subject_id: string
  is_review: boolean
  since: Generated<Date>
  seen_at: Generated<Date>
}

export interface IdempotencyKeyTable {
  administrator_id: string
  key: string
  request: string
  request_hash: Buffer
  status: number | null
  etag: string | null
  body: string | null
  created_at: Generated<Date>
}
