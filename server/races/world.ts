import { rm } from 'node:fs/promises'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { GUEST } from '@mandap/domain/partner/plan.ts'
import { verifyAuditLog } from '../src/audit/verify.ts'
import { upsertBookings } from '../src/booking/store.ts'
import { COUNTERS } from '../src/counters/declaration.ts'
import { rollUp } from '../src/counters/read.ts'
import { connect } from '../src/database/connection.ts'
import { PARTNER } from '../src/partner/kind.ts'
import { upsertPartners } from '../src/partner/store.ts'
import { personalValueAt } from '../src/records/personal-values.ts'
import { grantElevation } from '../src/super-admin/elevation.ts'
import { storeAdministrator } from '../testing/administrators.ts'
import { counterDifferences } from '../testing/counters.ts'
import { testKeys } from '../testing/encryption-key.ts'
import { scratchFolder } from '../testing/folder.ts'
import { removeAtExit } from '../testing/remove-at-exit.ts'
import { serverProcess } from '../testing/process.ts'
import { fastSignIn } from '../testing/sign-in.ts'
import type { Requested, RecordHistory, State, Target } from './history.ts'

export const ADMINISTRATORS = 50
/** Partners and bookings of one race. */
const RECORDS_OF_A_KIND = 5
const AADHAAR = '234567890124'
const PUBLIC_URL = 'http://localhost'
const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'

export interface Administrator {
  email: string
  token: string
  /** Two of three administrators are Super Admins. */
  grant: string | null
  /** Whether the administrator has turned Super Admin off. The old grant is still sent. */
  hasEnded: boolean
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** Starts two server processes on one migrated, empty database, with 50 administrators. */
export async function startWorld(databaseUrl: string) {
  const db = connect(databaseUrl, 4, { keys: testKeys() })
  const folder = await scratchFolder('races')
  const keep = removeAtExit(folder)
  const emails = Array.from({ length: ADMINISTRATORS }, (_, at) => `admin-${at}@mandap.example`)
  for (const email of emails) await storeAdministrator(db, { email, password: 'rose-and-jasmine' })
  const env = { DATABASE_URL: databaseUrl, PUBLIC_URL, UPLOAD_API_KEY: UPLOAD_KEY }
  const processes = [await serverProcess(folder, env), await serverProcess(folder, env)]
  await Promise.all(processes.map(({ ready }) => ready()))
  const signIn = fastSignIn(db, PUBLIC_URL, () => new Date())

  /** Stores the records of a new race, and returns them as they are stored. */
  async function newRecords(): Promise<{ target: Target; first: State }[]> {
    // the second one is a guest, who has no company verification
    const partners = Array.from({ length: RECORDS_OF_A_KIND }, (_, at) =>
      partnerJson({ aadharNo: AADHAAR, ...(at === 1 && { companyEmail: GUEST }) }),
    )
    const bookings = partners.map(({ _id }) => bookingJson({ partnerId: _id }))
    await upsertPartners(db, partners, 'import')
    await upsertBookings(db, bookings, 'import')
    const targets = [...partners, ...bookings].map(
      ({ _id }, at): Target => ({
        kind: at < RECORDS_OF_A_KIND ? 'partner' : 'booking',
        id: String(_id),
      }),
    )
    return Promise.all(
      targets.map(async (target) => ({ target, first: await storedState(target) })),
    )
  }

  /** Signs everybody in, because tokens and grants last for 15 minutes. */
  async function newSessions(): Promise<Administrator[]> {
    const sessions: Administrator[] = []
    for (const [at, email] of emails.entries()) {
      const { token, administrator } = await signIn(email)
      const grant =
        at % 3 > 0
          ? (await grantElevation(db, administrator, 'XXXXXX0001', new Date())).grant
          : null
      sessions.push({ email, token, grant, hasEnded: false })
    }
    return sessions
  }

  return {
    urls: processes.map(({ url }) => url),
    uploadKey: UPLOAD_KEY,
    newRecords,
    newSessions,
    /** Reads what the database has of a record, with the entries of the audit log. */
    async historyOf(
      { target, first }: { target: Target; first: State },
      requested: readonly Requested[],
    ): Promise<RecordHistory> {
      const entries = await db
        .selectFrom('activity')
        .select(['id', 'by', 'kind', 'version', 'before', 'after', 'elevation'])
        .where('subject', '=', target.kind)
        .where('subject_id', '=', target.id)
        .orderBy('id')
        .execute()
      return {
        target,
        first,
        stored: await storedState(target),
        entries,
        requested,
      }
    },
    /** Rolls all counters up, as a server does after many changes. */
    async rollUpCounters(): Promise<void> {
      for (const set of Object.values(COUNTERS)) await rollUp(db, set)
    },
    /** Returns the counters that differ from a count of every row, as sentences. */
    counterFlaws: async (): Promise<string[]> =>
      (await counterDifferences(db)).map(
        ({ table, is, ought }) => `${table} has ${is.join(' ')} instead of ${ought.join(' ')}`,
      ),
    /** Returns whether the Aadhaar number of a partner is still stored. */
    keepsNumber: async ({ id }: Target): Promise<boolean> =>
      (await personalValueAt(db, PARTNER.subject, id, 'aadharNo')) === AADHAAR,
    /** Returns the first entry of the audit log whose hash is wrong, as a sentence; null if there is none. */
    async auditFlaw(): Promise<string | null> {
      const log = await verifyAuditLog(db)
      return log.is === 'broken' ? `audit entry ${log.id} ${log.why}` : null
    },
    /** Returns whether the servers still run, and the end of what they have printed. */
    outputs: (): string =>
      processes
        .map(({ child: { exitCode, signalCode }, said, logged }) =>
          [`Server: ${exitCode ?? signalCode ?? 'running'}`, said(), ...logged().slice(-20)].join(
            '\n',
          ),
        )
        .join('\n'),
    async close() {
      for (const { child } of processes) child.kill('SIGINT')
      await Promise.all(processes.map(({ ended }) => ended))
      await db.destroy()
      keep()
      await rm(folder, { recursive: true })
    },
  }

  async function storedState({ kind, id }: Target): Promise<State> {
    const tables =
      kind === 'booking' ? (['booking'] as const) : (['partner', 'deleted_partner'] as const)
    const found: State[] = []
    for (const table of tables) {
      const rows = await db
        .selectFrom(table)
        .select(['body', 'version'])
        .where('id', '=', id)
        .execute()
      found.push(...rows.map((row) => ({ ...row, isDeleted: table === 'deleted_partner' })))
    }
    const [state] = found
    if (!state || found.length > 1)
      throw new Error(`${kind} ${id} is stored ${found.length} times.`)
    return state
  }
}
