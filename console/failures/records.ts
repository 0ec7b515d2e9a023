import type { TransportRequest } from '@mandap/client/transport.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { ADMINISTRATOR } from '../testing/open-console.tsx'
import {
  type HostKind,
  scriptedHost,
  type ScriptedHost,
  type ScriptedAnswers,
} from '../testing/scripted-host.ts'

/** A phone number that may become Super Admin. */
export const PHONE = '5550100001'

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const booking = (_id: string, given: object) =>
  bookingJson({
    _id,
    userId: 'kavya',
    partnerId: 'zubin',
    dateFrom: inDays(30),
    dateTo: inDays(31),
    createdAt: inDays(-2),
    ...given,
  })

const BOOKINGS = [
  booking('booked', { numberId: 'ZF1', location: 'Zubinpur' }),
  booking('double', { numberId: 'ZF6', status: 'confirmEvent', createdAt: inDays(-3) }),
  booking('guest-booking', { numberId: 'ZF2', partnerId: 'guest' }),
  booking('zeenats', { numberId: 'ZF3', userId: 'zeenat' }),
  booking('ended', {
    numberId: 'ZF4',
    status: 'confirmEvent',
    dateFrom: inDays(-40),
    dateTo: inDays(-39),
  }),
  booking('expired', {
    numberId: 'ZF5',
    createdAt: inDays(-40),
    dateFrom: inDays(-9),
    dateTo: inDays(-9),
  }),
]

const PARTNERS = [
  partnerJson({ _id: 'zubin', name: 'Zubin Irani', status: 'approved' }),
  partnerJson({
    _id: 'zoya',
    name: 'Zoya Khan',
    personalEmail: 'zoya@example.in',
    aadharUrl: '/documents/aadhar',
  }),
  partnerJson({ _id: 'gita', name: 'Gita Rao', NoGST: 'true' }),
  partnerJson({ _id: 'indu', name: 'Indu Sen', status: '', aadharNo: '' }),
  partnerJson({ _id: 'guest', name: 'Gopal Das', status: 'approved', companyEmail: 'Guest' }),
]

const USERS = [
  userJson({ _id: 'kavya', fullName: 'Kavya Nair' }),
  userJson({ _id: 'zeenat', fullName: 'Zeenat Zaveri' }),
]

/** An entry of the audit log, as a host sends it. */
export const auditJson = (given: object) => ({
  id: 1,
  at: inDays(-1),
  by: ADMINISTRATOR.email,
  subjectName: '',
  version: null,
  before: {},
  after: {},
  reason: null,
  elevation: null,
  restorable: false,
  ...given,
})

const DELETION = auditJson({
  kind: 'delete',
  subject: 'partner',
  subjectId: 'deleted',
  subjectName: 'Devika Pillai',
  restorable: true,
  elevation: 'XXXXXX0001',
})

/** A session of the person on the account screen: the one of this tab if its id is `own`. */
export const sessionJson = (id: string, at = inDays(-1)) => ({
  id,
  ...(id === 'own'
    ? { browser: 'Chrome', system: 'Windows', isCurrent: true }
    : { browser: 'Firefox', system: 'Linux', isCurrent: false }),
  address: '203.0.113.7',
  signedInAt: at,
  usedAt: at,
})

export const PERSON = {
  id: 'ravi',
  email: 'ravi@example.in',
  name: 'Ravi Menon',
  role: 'administrator',
  hasOwnNumber: false,
  state: 'active',
  lastActiveAt: inDays(-1),
  sessions: 1,
  factors: ['app'],
  isYou: false,
}

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const NEW_TOKENS = { idToken: 'token', refreshToken: 'refresh' }

/** Returns a host with a record for each list of the console, which answers some calls in another way. */
export function hostWithRecords(kind: HostKind, answers: ScriptedAnswers = {}): ScriptedHost {
  return scriptedHost({
    kind,
    bookings: BOOKINGS,
    partners: PARTNERS,
    users: USERS,
    administrators: [ADMINISTRATOR],
    superAdminNumbers: [PHONE],
    answers: {
      'GET /activity': ({ query = {} }: TransportRequest) => {
        const data = query['subjectId'] === undefined ? [DELETION] : []
        return { data, next: null, total: data.length }
      },
      'GET /session': () => ({
        id: 'asha',
        email: ADMINISTRATOR.email,
        name: 'Asha Rao',
        sessionId: 'own',
        role: 'administrator',
      }),
      'GET /administrators': () => ({ data: [PERSON] }),
      'POST /administrators': () => ({ data: { id: 'ravi', email: 'ravi@example.in' } }),
      'POST /administrators/{id}/role': () => undefined,
      'POST /administrators/{id}/disable': () => undefined,
      'POST /administrators/{id}/reset-factor': () => undefined,
      'POST /administrators/{id}/end-sessions': () => ({ data: { ended: 1 } }),
      'GET /account': () => ({
        data: {
          email: ADMINISTRATOR.email,
          name: 'Asha Rao',
          passwordChangedAt: inDays(-9),
          sessions: [sessionJson('own'), sessionJson('other')],
        },
      }),
      'POST /account/sessions/{id}/end': () => ({ data: {} }),
      'POST /account/sessions/end-others': () => ({ data: { ended: 1 } }),
      'POST /account/password': () => ({ data: NEW_TOKENS }),
      'GET /activity/people': () => ({ data: [ADMINISTRATOR.email] }),
      'POST /partners/{id}/restore': ({ params }) => partnerJson({ _id: params?.['id'] }),
      'POST /erasures': () => ({ data: { erasedAt: inDays(0), bookings: 1, documents: 2 } }),
      'POST /person-exports': () => ({
        data: {
          url: `${PICTURE}#person`,
          secret: 'secret',
          name: 'partner-zoya-2026-11-25.zip',
          expiresAt: inDays(1),
        },
      }),
      'GET /documents/{id}/link': () => ({
        data: {
          url: PICTURE,
          publicUrl: PICTURE,
          type: 'image/gif',
          name: 'aadhar.gif',
          size: 42,
          expiresAt: inDays(1),
        },
      }),
      ...answers,
    },
  })
}

/** A host whose administrator has an authenticator app. One call of its identity service waits until `answer` is called. */
export function hostWithApp(waiting: string, answered: () => Response) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const host = hostWithRecords('mandap')
  const identity: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('accounts:lookup'))
      return Response.json({ users: [{ mfaInfo: [{ mfaEnrollmentId: 'app' }] }] })
    if (!pathname.endsWith(waiting)) return host.fetch(input, init)
    await promise
    return answered()
  }
  return { host: { ...host, fetch: identity }, answer: resolve }
}
