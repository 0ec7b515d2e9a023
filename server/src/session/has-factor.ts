import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { sql } from 'kysely'

/** Whether the `administrator` of a query has an authenticator app. */
const HAS_APP = sql<boolean>`
  exists (select from second_factor where administrator_id = administrator.id)`

/** Whether the `administrator` of a query has a passkey. */
const HAS_PASSKEY = sql<boolean>`
  exists (select from passkey where administrator_id = administrator.id)`

/** Whether the `administrator` of a query has a second factor. */
export const HAS_FACTOR = sql<boolean>`(${HAS_APP} or ${HAS_PASSKEY})`

/** The kinds of second factor that the `administrator` of a query has, as an array of `FactorKind`. */
export const FACTORS = sql<FactorKind[]>`
  (case when ${HAS_PASSKEY} then array['passkey'] else '{}' end
    || case when ${HAS_APP} then array['app'] else '{}' end)`
