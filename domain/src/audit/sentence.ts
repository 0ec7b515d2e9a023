import { plannerName } from '../booking/planner-name.ts'
import { bookingStatusLabel } from '../booking/status.ts'
import { exportText } from './export-sentence.ts'
import { counted, countText } from '../text/counted.ts'
import { isolated, shown } from '../text/text.ts'
import { readId, readList, readNumber, readText } from '../wire/read.ts'
import { DOCUMENTS } from '../verification/document.ts'
import { type Action, actionOf, STEPS, type Step } from '../verification/step.ts'
import type { AuditEntry } from './entry.ts'
import { labelIn } from './label.ts'
import type { AuditLine } from './line.ts'
import { COMMAND_LINE } from './actor.ts'
import { AUDIT_KINDS, AUDIT_SUBJECTS, LINK_KEY, WRAPPING_KEY } from './kind.ts'

/** Returns what was done, to follow the person's name: 'approved Online KYC of partner Ananya Iyer'. */
export function auditSentence(entry: AuditEntry): string {
  const action = (entry.isErased ? erasedText(entry) : null) ?? actionText(entry)
  const whole = entry.elevation === '' ? action : `${action} as Super Admin`
  return entry.isErased ? `${whole} (details erased)` : whole
}

/** Returns what was done if the usual sentence needs details, which were erased; `null` if it does not. */
function erasedText(entry: AuditEntry): string | null {
  const what = subjectText(entry)
  switch (entry.kind) {
    case 'update':
      return `changed ${what}`
    case 'swap':
      return `swapped the planner of ${what}`
    case 'destroy':
      return `destroyed documents of ${what}`
    case 'export':
      return `exported ${what}`
    case 'import':
      return `imported ${what}`
    default:
      return null
  }
}

/** Returns what the entries of a line did: 'opened the Video and the PAN Card of partner Ananya Iyer'. */
export function auditLineSentence({ entry, earlier }: AuditLine): string {
  if (earlier.length === 0) return auditSentence(entry)
  if (entry.kind === 'signIn') return `signed in ${countText(earlier.length + 1)} times`
  const all = [...earlier.toReversed(), entry]
  const documents = [...new Set(all.map(({ after }) => documentText(readText(after['field']))))]
  const action = `opened ${list(documents)} of ${subjectText(entry)}`
  const whole = entry.elevation === '' ? action : `${action} as Super Admin`
  return all.some(({ isErased }) => isErased) ? `${whole} (details erased)` : whole
}

/** Returns 'the passkey ‘Work laptop’'; '' for an entry about no passkey. */
function passkeyIn(after: AuditEntry['after']): string {
  const name = readText(after['passkey'])
  return name === '' ? '' : `the passkey ‘${isolated(name)}’`
}

/** Returns the second factor of an entry. Erased details may have been those of a passkey. */
function factorIn({ after, isErased }: AuditEntry): string {
  return passkeyIn(after) || (isErased ? 'a second factor' : 'the authenticator app')
}

function actionText(entry: AuditEntry): string {
  const { kind, after } = entry
  const what = subjectText(entry)
  switch (kind) {
    case 'create':
      return entry.subject === 'tempPartner'
        ? `entered a partner by hand, ${isolated(entry.subjectName || entry.subjectId)}`
        : `entered ${what}`
    case 'update':
      return `changed ${list(fieldsOf(entry))} of ${what}`
    case 'swap':
      return swapText(entry)
    case 'decide':
      return decisionText(entry)
    case 'upload':
      return `uploaded documents of ${what}`
    case 'refuseInfected':
      return `was refused ${documentText(readText(after['field']))} of ${what}, which contains a virus`
    case 'delete':
      return `deleted ${what}`
    case 'restore':
      return `restored ${what}`
    case 'purge':
      return `removed ${what} for good`
    case 'destroy':
      return `destroyed ${counted(readList(after['documents']).length, ['document', 'documents'])} of ${what}`
    case 'reveal':
      return `looked at ${fieldText(readText(after['field']))} of ${what}`
    case 'open':
      return `opened ${documentText(readText(after['field']))} of ${what}`
    case 'export':
      return exportText(entry)
    case 'exportPerson':
      return `exported all data of ${what}`
    case 'erase':
      return entry.subject === 'booking'
        ? `removed an erased person from ${what}`
        : `erased ${what}`
    case 'import':
      return importText(entry)
    case 'signIn':
      return 'signed in'
    case 'signOut':
      return 'signed out'
    case 'failSignIn':
      return failedSignInText(attemptsIn(after))
    case 'failFactor':
      return failedFactorText(attemptsIn(after))
    case 'addFactor':
      return `added ${factorIn(entry)}`
    case 'removeFactor':
      return entry.by === COMMAND_LINE || entry.elevation !== ''
        ? `removed the second factor of ${what}`
        : `removed ${factorIn(entry)}`
    case 'renamePasskey':
      return `renamed ${passkeyIn(after)} to ‘${isolated(readText(after['name']))}’`
    case 'renewCodes':
      return 'made new recovery codes'
    case 'useRecoveryCode':
      return 'used a recovery code'
    case 'lockOut':
      return 'was locked out after too many attempts to sign in'
    case 'endSessions':
      return endedText(after)
    case 'endAllSessions':
      return `ended all sessions of ${what}${devicesText(readNumber(after['devices']) ?? 0)}`
    case 'endReplayedSession':
      return `ended a session of ${what}, because a used token was sent again and may be stolen`
    case 'setPassword':
      return entry.by === COMMAND_LINE ? `set the password of ${what}` : 'set a new password'
    case 'handLink':
      return `made a link to choose the password of ${what}`
    case 'addAdministrator':
      return Object.hasOwn(after, 'name') && !Object.hasOwn(after, 'role')
        ? `changed the name of ${what}`
        : `added ${withRole(entry)}`
    case 'inviteAdministrator':
      return `invited ${withRole(entry)}`
    case 'disableAdministrator':
      return `disabled ${what}`
    case 'changeRole':
      return `changed the role of ${what} to ${readText(after['role'])}`
    case 'rotateKey':
      return entry.subjectId === LINK_KEY
        ? 'changed the key of document links'
        : 'changed the key that signs tokens'
    case 'rotateDataKey':
      return entry.subjectId === WRAPPING_KEY
        ? 'changed the key that protects the data keys'
        : 'changed the key that encrypts numbers and documents'
    case 'backUp':
      return `made the backup ${isolated(entry.subjectName)}`
    case 'restoreBackup':
      return `restored the backup ${isolated(entry.subjectName)}`
    case 'endAccess':
      return 'ended all sessions, links and codes of a database that was set back to an earlier time'
    case 'eraseDetails':
      return `erased the personal details of ${counted(readNumber(after['entries']) ?? 0, ['old entry', 'old entries'])}`
    case 'moveDatabase':
      return `moved the database to ${isolated(entry.subjectName)}`
    case 'rebuildChain':
      return 'built the chain of the audit log again, so that personal details can be erased'
    case 'elevate':
      return `turned Super Admin on with ${readText(after['number']) || 'a phone'}`
    case 'failElevation':
      return 'was refused Super Admin'
    case 'endElevation':
      return 'turned Super Admin off'
    default:
      return `${labelIn(AUDIT_KINDS, kind) ?? kind}: ${what}`
  }
}

function attemptsIn(after: AuditEntry['after']): number {
  return readNumber(after['attempts']) ?? 1
}

function failedSignInText(attempts: number): string {
  return attempts === 1
    ? 'was refused a sign-in: wrong password'
    : `was refused ${countText(attempts)} sign-ins within an hour: wrong password`
}

/** Returns what was wrong, at the sign-in or at a change of the second factor: a code or a passkey. */
function failedFactorText(attempts: number): string {
  return attempts === 1
    ? 'entered a wrong second factor'
    : `entered ${countText(attempts)} wrong second factors within an hour`
}

/** Returns 'viewer ravi@example.in' for somebody who is added as one. */
function withRole(entry: AuditEntry): string {
  return readText(entry.after['role']) === 'viewer'
    ? `viewer ${isolated(entry.subjectName)}`
    : subjectText(entry)
}

/** Returns which own sessions were ended: 'ended another session: Chrome on Windows', 'ended 3 other sessions'. */
function endedText(after: AuditEntry['after']): string {
  const device = readText(after['device'])
  if (device !== '') return `ended another session: ${isolated(device)}`
  const sessions = readNumber(after['sessions']) ?? 1
  return `ended ${counted(sessions, ['other session', 'other sessions'])}`
}

/** Returns what to add to a text about ended sessions: ', and 1 known device', or '' without one. */
export function devicesText(devices: number): string {
  return devices === 0 ? '' : `, and ${counted(devices, ['known device', 'known devices'])}`
}

const IMPORT_COUNTS = [
  ['inserted', 'new'],
  ['changed', 'changed'],
  ['refused', 'refused'],
] as const

/** Returns what was imported: 'imported bookings.json: 1,200 new, 3 changed, 1 refused', 'imported a part of bookings.json: …'. */
function importText({ subjectName, after }: AuditEntry): string {
  const counts = IMPORT_COUNTS.flatMap(([field, label]) => {
    const count = readNumber(after[field]) ?? 0
    return count > 0 ? [`${countText(count)} ${label}`] : []
  })
  const part = after['complete'] === false ? 'a part of ' : ''
  return `imported ${part}${isolated(subjectName)}: ${counts.join(', ') || 'nothing new'}`
}

/** Returns the subject's name in the sentence: 'partner Ananya Iyer'. */
export function subjectText({ subject, subjectName, subjectId }: AuditEntry): string {
  return `${labelIn(AUDIT_SUBJECTS, subject)?.toLowerCase() ?? subject} ${isolated(subjectName || subjectId)}`.trim()
}

function swapText(entry: AuditEntry): string {
  const { before, after } = entry
  const what = subjectText(entry)
  // an entry has only the fields that differ
  const has = (field: string) => Object.hasOwn(before, field) || Object.hasOwn(after, field)
  const noName = has('partnerId') ? 'nobody' : 'no name'
  const plannerIn = ({ partnerId, partnerName }: AuditEntry['before']) =>
    plannerName({ partnerId: readId(partnerId), partnerName: readText(partnerName) }) ?? noName
  if (has('partnerName'))
    return `swapped the planner of ${what}, from ${plannerIn(before)} to ${plannerIn(after)}`
  return has('partnerId')
    ? `swapped the planner of ${what} for another one with the same name`
    : `changed ${list(fieldsOf(entry))} of ${what}`
}

const DECISION_VERBS: Readonly<Record<Action, string>> = {
  approve: 'approved',
  reupload: 'asked for re-upload in',
  decline: 'declined',
}

/**
 * Returns the decision, which follows from the value that it wrote (§4.5). If the step already had that value, because
 * another step was decided again in between, only `status` changed.
 */
function decisionText(entry: AuditEntry): string {
  const { after } = entry
  for (const step of Object.keys(STEPS) as Step[]) {
    const { label, field } = STEPS[step]
    const action = actionOf(step, readText(after[field] ?? after['status']))
    if (action) return `${DECISION_VERBS[action]} ${label} of ${subjectText(entry)}`
  }
  return `decided on ${subjectText(entry)}`
}

const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(DOCUMENTS).map(({ field, label }) => [field, `the address of the ${label}`]),
  ),
  name: 'the name',
  status: 'the status',
  location: 'the location',
  budget: 'the budget',
  dateFrom: 'the start',
  dateTo: 'the end',
  eventDate: 'the event date',
  eventType: 'the event type',
  services: 'the additional services',
  aadharNo: 'the Aadhar number',
  panNo: 'the PAN',
  partnerMobile: "the planner's phone",
}

const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(DOCUMENTS).map(({ field, label }) => [field, label]),
)

function documentText(field: string): string {
  const label = labelIn(LABELS, field)
  return label === null ? 'a document' : `the ${label}`
}

function fieldText(field: string): string {
  if (field === '') return 'a number'
  return labelIn(FIELDS, field) ?? `‘${isolated(shown(field))}’`
}

function fieldsOf({ before, after }: AuditEntry): string[] {
  const named = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) =>
    field === 'status' && readText(after[field]) !== ''
      ? `the status to ‘${isolated(bookingStatusLabel(readText(after[field])))}’`
      : fieldText(field),
  )
  return named.length > 3 ? [...named.slice(0, 3), `${named.length - 3} more`] : named
}

function list(items: readonly string[]): string {
  if (items.length === 0) return 'something'
  return items.length === 1
    ? (items[0] ?? '')
    : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
