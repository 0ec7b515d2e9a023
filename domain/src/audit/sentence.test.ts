import { describe, expect, test } from 'vitest'
import { auditEntryFrom } from './entry.ts'
import { AUDIT_KINDS } from './kind.ts'
import { auditSentence } from './sentence.ts'

const ofPartner = { subject: 'partner', subjectId: 'p1', subjectName: 'Ananya Iyer' }
const ofRavi = { subject: 'administrator', subjectId: 'a1', subjectName: 'ravi@example.in' }
const ofBooking = { subject: 'booking', subjectId: 'b1', subjectName: 'MB12001' }

describe('the sentence of an audit entry', () => {
  test.each([
    [
      { kind: 'endAccess', subject: 'server', subjectId: 'access' },
      'ended all sessions, links and codes of a database that was set back to an earlier time',
    ],
    [
      { kind: 'rotateKey', subject: 'server', subjectId: 'kid' },
      'changed the key that signs tokens',
    ],
    [
      { kind: 'rotateKey', subject: 'server', subjectId: 'link key' },
      'changed the key of document links',
    ],
    [
      { kind: 'rotateDataKey', subject: 'server', subjectId: '2' },
      'changed the key that encrypts numbers and documents',
    ],
    [
      { kind: 'rotateDataKey', subject: 'server', subjectId: 'ENCRYPTION_KEY_FILE' },
      'changed the key that protects the data keys',
    ],
    [
      { kind: 'decide', ...ofPartner, after: { status: 'AKYC', kycStatus: 'AKYC' } },
      'approved Online KYC of partner Ananya Iyer',
    ],
    [
      { kind: 'decide', ...ofPartner, after: { status: 'RCV', cvStatus: 'RCV' } },
      'asked for re-upload in Company Verification of partner Ananya Iyer',
    ],
    [
      {
        kind: 'decide',
        ...ofPartner,
        after: { status: 'decline', ipvStatus: 'decline' },
        elevation: 'XXXXXX0001',
      },
      'declined In-Person Verification of partner Ananya Iyer as Super Admin',
    ],
    [
      {
        kind: 'swap',
        ...ofBooking,
        before: { partnerName: 'Ishaan Rao' },
        after: { partnerName: 'Zoya Khan' },
      },
      'swapped the planner of booking MB12001, from Ishaan Rao to Zoya Khan',
    ],
    [
      { kind: 'swap', ...ofBooking, after: { partnerId: 'p1', partnerName: 'Zoya Khan' } },
      'swapped the planner of booking MB12001, from nobody to Zoya Khan',
    ],
    [
      {
        kind: 'swap',
        ...ofBooking,
        before: { partnerId: 'p1', partnerName: 'Zoya Khan' },
        after: { partnerId: 'p7', partnerName: '' },
      },
      'swapped the planner of booking MB12001, from Zoya Khan to a partner without a name',
    ],
    [
      { kind: 'swap', ...ofBooking, after: { partnerName: 'Zoya Khan' } },
      'swapped the planner of booking MB12001, from no name to Zoya Khan',
    ],
    [
      { kind: 'swap', ...ofBooking, before: { partnerId: 'p1' }, after: { partnerId: 'p2' } },
      'swapped the planner of booking MB12001 for another one with the same name',
    ],
    [
      { kind: 'swap', ...ofBooking, after: { partnerMobile: '98200 12345' } },
      "changed the planner's phone of booking MB12001",
    ],
    [
      { kind: 'decide', ...ofPartner, before: { status: 'AKYC' }, after: { status: 'approved' } },
      'approved In-Person Verification of partner Ananya Iyer',
    ],
    [
      { kind: 'decide', ...ofPartner, after: { status: 'ACV' } },
      'approved Company Verification of partner Ananya Iyer',
    ],
    [
      { kind: 'erase', subject: 'tempPartner', subjectId: '66f0' },
      'erased partner entered by hand 66f0',
    ],
    [
      { kind: 'update', subject: 'tempPartner', subjectName: 'Meera Joshi', after: { name: 'M' } },
      'changed the name of partner entered by hand Meera Joshi',
    ],
    [
      { kind: 'update', ...ofBooking, after: { constructor: 'x' } },
      'changed ‘constructor’ of booking MB12001',
    ],
    [
      { kind: 'update', ...ofBooking, after: { location: 'Jaipur', status: 'visited' } },
      'changed the location and the status to ‘Partner is Visited’ of booking MB12001',
    ],
    [
      { kind: 'update', ...ofPartner, after: { panCardUrl: '/documents/1' } },
      'changed the address of the PAN Card of partner Ananya Iyer',
    ],
    [
      { kind: 'update', ...ofBooking, after: { a: 1, b: 2, c: 3, d: 4, e: 5 } },
      'changed ‘a’, ‘b’, ‘c’ and 2 more of booking MB12001',
    ],
    [
      { kind: 'delete', ...ofPartner, elevation: 'XXXXXX0001' },
      'deleted partner Ananya Iyer as Super Admin',
    ],
    [
      { kind: 'reveal', ...ofPartner, after: { field: 'aadharNo' } },
      'looked at the Aadhar number of partner Ananya Iyer',
    ],
    [
      { kind: 'open', ...ofPartner, after: { field: 'panCardUrl', document: '/documents/1' } },
      'opened the PAN Card of partner Ananya Iyer',
    ],
    [
      { kind: 'elevate', subject: 'administrator', after: { number: 'XXXXXX0001' } },
      'turned Super Admin on with XXXXXX0001',
    ],
    [
      { kind: 'create', subject: 'tempPartner', subjectName: 'Meera Joshi' },
      'entered a partner by hand, Meera Joshi',
    ],
    [
      { kind: 'failSignIn', subject: 'administrator', after: { attempts: 1 } },
      'was refused a sign-in: wrong password',
    ],
    [
      { kind: 'failSignIn', subject: 'administrator', after: { attempts: 1000 } },
      'was refused 1,000 sign-ins within an hour: wrong password',
    ],
    [
      { kind: 'failFactor', subject: 'administrator', after: { attempts: 1 } },
      'entered a wrong second factor',
    ],
    [
      { kind: 'failFactor', subject: 'administrator', after: { attempts: 10 } },
      'entered 10 wrong second factors within an hour',
    ],
    [
      { kind: 'endSessions', after: { sessions: 1, device: 'Chrome on Windows' } },
      'ended another session: Chrome on Windows',
    ],
    [
      { kind: 'removeFactor', by: 'asha@example.in', subject: 'administrator' },
      'removed the authenticator app',
    ],
    [{ kind: 'addFactor' }, 'added the authenticator app'],
    [{ kind: 'addFactor', erased: true }, 'added a second factor (details erased)'],
    [{ kind: 'addFactor', after: { passkey: 'Laptop' } }, 'added the passkey ‘Laptop’'],
    [
      {
        kind: 'removeFactor',
        by: 'asha@example.in',
        subject: 'administrator',
        after: { passkey: 'Laptop' },
      },
      'removed the passkey ‘Laptop’',
    ],
    [
      { kind: 'refuseInfected', ...ofPartner, after: { field: 'panCardUrl', virus: 'Eicar' } },
      'was refused the PAN Card of partner Ananya Iyer, which contains a virus',
    ],
    [
      { kind: 'renamePasskey', after: { passkey: 'Laptop', name: 'Desk' } },
      'renamed the passkey ‘Laptop’ to ‘Desk’',
    ],
    [
      {
        kind: 'removeFactor',
        by: 'asha@example.in',
        subject: 'administrator',
        subjectName: 'ravi@example.in',
        elevation: 'XXXXXX0001',
      },
      'removed the second factor of administrator ravi@example.in as Super Admin',
    ],
    [
      {
        kind: 'endAllSessions',
        subject: 'administrator',
        subjectName: 'Ravi',
        after: { sessions: 2 },
      },
      'ended all sessions of administrator Ravi',
    ],
    [
      {
        kind: 'endAllSessions',
        subject: 'administrator',
        subjectName: 'Ravi',
        after: { sessions: 0, devices: 1 },
      },
      'ended all sessions of administrator Ravi, and 1 known device',
    ],
    [{ kind: 'endSessions', after: { sessions: 1 } }, 'ended 1 other session'],
    [{ kind: 'endSessions', after: { sessions: 3 } }, 'ended 3 other sessions'],
    [
      { kind: 'setPassword', by: 'asha@example.in', subject: 'administrator' },
      'set a new password',
    ],
    [
      { kind: 'setPassword', by: 'command line', subject: 'administrator', subjectName: 'Ravi' },
      'set the password of administrator Ravi',
    ],
    [
      {
        kind: 'import',
        subject: 'list',
        subjectName: 'bookings.json',
        after: { read: 1204, inserted: 1200, changed: 3, same: 0, refused: 1 },
      },
      'imported bookings.json: 1,200 new, 3 changed, 1 refused',
    ],
    [
      { kind: 'import', subject: 'list', subjectName: 'bookings.json', after: { same: 1204 } },
      'imported bookings.json: nothing new',
    ],
    [
      {
        kind: 'import',
        subject: 'list',
        subjectName: '/bookings',
        after: { inserted: 1200, complete: false },
      },
      'imported a part of /bookings: 1,200 new',
    ],
    ...(
      [
        ['update', 'changed partner p1 (details erased)'],
        ['swap', 'swapped the planner of partner p1 (details erased)'],
        ['decide', 'decided on partner p1 (details erased)'],
        ['reveal', 'looked at a number of partner p1 (details erased)'],
        ['open', 'opened a document of partner p1 (details erased)'],
        ['destroy', 'destroyed documents of partner p1 (details erased)'],
      ] as const
    ).map(([kind, sentence]): [object, string] => [
      { kind, subject: 'partner', subjectId: 'p1', erased: true },
      sentence,
    ]),
    [
      { kind: 'export', subject: 'list', subjectId: 'customers', erased: true },
      'exported list customers (details erased)',
    ],
    [
      { kind: 'import', subject: 'list', subjectId: 'bookings', erased: true },
      'imported list bookings (details erased)',
    ],
    [
      {
        kind: 'eraseDetails',
        subject: 'server',
        subjectId: '1200',
        after: { entries: 1200, days: 365 },
      },
      'erased the personal details of 1,200 old entries',
    ],
    [
      {
        kind: 'destroy',
        subject: 'partner',
        subjectName: 'Ananya Iyer',
        after: { documents: ['a'], days: 180 },
      },
      'destroyed 1 document of partner Ananya Iyer',
    ],
    [
      { kind: 'rebuildChain', subject: 'server', subjectId: 'intact' },
      'built the chain of the audit log again, so that personal details can be erased',
    ],
    [
      { kind: 'backUp', subject: 'server', subjectName: 'monday.backup' },
      'made the backup monday.backup',
    ],
    [
      { kind: 'moveDatabase', subject: 'server', subjectName: 'db.example/mandap' },
      'moved the database to db.example/mandap',
    ],
    ...(['administrator', 'viewer'] as const).map((role): [object, string] => [
      { kind: 'inviteAdministrator', ...ofRavi, after: { role }, elevation: 'XXXXXX0001' },
      `invited ${role} ravi@example.in as Super Admin`,
    ]),
    [
      { kind: 'endReplayedSession', ...ofRavi },
      'ended a session of administrator ravi@example.in, because a used token was sent again and may be stolen',
    ],
    [
      { kind: 'changeRole', ...ofRavi, after: { role: 'viewer' } },
      'changed the role of administrator ravi@example.in to viewer',
    ],
    [
      {
        kind: 'addAdministrator',
        ...ofRavi,
        before: { name: 'Ravi' },
        after: { name: 'Ravindra' },
      },
      'changed the name of administrator ravi@example.in',
    ],
    [{ kind: 'delete', subject: 'partner', subjectId: 'p1' }, 'deleted partner p1'],
    [{ kind: 'newer', ...ofPartner }, 'newer: partner Ananya Iyer'],
    // names that every object has
    [{ kind: 'constructor', subject: 'toString', subjectId: '7' }, 'constructor: toString 7'],
    [{ kind: 'delete', subject: 'constructor', subjectId: '7' }, 'deleted constructor 7'],
  ])('%j', (json, sentence) => expect(auditSentence(auditEntryFrom(json))).toBe(sentence))

  test.each(Object.keys(AUDIT_KINDS))('exists for the kind %s', (kind) => {
    const sentence = auditSentence(auditEntryFrom({ kind, ...ofPartner }))
    expect(sentence).not.toContain('undefined')
    expect(sentence).not.toContain(`${kind}:`)
  })

  test.each([null, 7, [], { before: 'x', after: null, id: {} }])(
    'exists for any JSON value: %j',
    (json) => expect(auditSentence(auditEntryFrom(json))).toEqual(expect.any(String)),
  )
})
