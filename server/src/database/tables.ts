import type { ColumnType, Generated } from 'kysely'
import type { JWK } from 'jose'

/** One interface a table, the column types as `pg` returns them. */
export interface Tables {
  schema_migration: { name: string; applied_at: Date }
  administrator: AdministratorTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  reset_code: ResetCodeTable
  attempt: AttemptTable
  signing_key: SigningKeyTable
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
}

export interface SessionTable {
  id: string
  administrator_id: string
  signed_in_at: Date
  refreshed_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  address: string
  refresh_secret: Buffer
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

export interface AttemptTable {
  kind: string
  subject: string
  count: number
  window_ends_at: Date
}

export interface SigningKeyTable {
  kid: string
  private_jwk: ColumnType<JWK, string>
  public_jwk: ColumnType<JWK, string>
  created_at: Date
}
