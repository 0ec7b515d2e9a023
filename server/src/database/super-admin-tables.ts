import type { Generated } from 'kysely'

export interface OtpChallengeTable {
  id_hash: Buffer
  administrator_id: string
  session_id: string
  phone: string
  phone_hash: Buffer | null
  otp_hash: Buffer
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

export interface VerifiedPhoneTable {
  administrator_id: string
  phone_hash: Buffer
  verified_at: Date
}

export interface ElevationTable {
  grant_hash: Buffer
  session_id: string
  phone: string
  granted_at: Date
  expires_at: Date
  ended_at: Date | null
}
