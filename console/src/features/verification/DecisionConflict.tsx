import { actorText } from '@mandap/domain/audit/actor.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerStatusLabel } from '@mandap/domain/partner/status.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import type { RecordChange } from '@mandap/contract/booking.ts'
import type { Decision } from '@mandap/domain/verification/decision.ts'
import {
  type Action,
  actionOf,
  DECISIONS,
  isDecided,
  ruleOf,
  STEPS,
  type Step,
  whyDisabled,
} from '@mandap/domain/verification/step.ts'
import { readText } from '@mandap/domain/wire/read.ts'
import { planText } from '../partner/plan-text.ts'
import type { Conflict } from '../record/conflict.ts'
import { saverOf } from '../record/saver.ts'
import { authorText, ChangeList, plainText } from '../record/ChangeList.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { ACTIONS } from './action.ts'

/** Says that someone else changed the partner first: who changed what, the unsaved decision, and what can be done. */
export function DecisionConflict({
  conflict: { current, changes },
  decision,
  elevated,
  busy,
  problem,
  onKeep,
  onReplace,
}: {
  conflict: Conflict<Partner>
  decision: Decision
  elevated: boolean
  /** The decision is being sent again. */
  busy: boolean
  /** Why sending the decision again failed. */
  problem: string | undefined
  onKeep: () => void
  onReplace: () => void
}) {
  const { step } = decision
  const { label, field } = STEPS[step]
  // an upload of new documents opens a decided step again
  const decided = isDecided(current, step)
    ? changes.findLast((change) => actionIn(change, step) !== null)
    : undefined
  const disabled = whyDisabled(current, step, elevated)
  const canReplace = whyDisabled(current, step, true) === null
  return (
    <Dialog
      title={decided ? `${whoDecided(decided)} decided first` : 'This partner has changed'}
      description={
        decided
          ? `${label} is now ‘${partnerStatusLabel(current[field])}’. Your decision was not saved.`
          : `${saverOf(changes)} saved this partner after you opened it. Your decision was not saved.`
      }
      size="medium"
      keepOnBackdrop
      onClose={onKeep}
      footer={
        <>
          <Button ref={initialFocus} className="whitespace-normal!" onClick={onKeep}>
            {decided ? `Keep ‘${partnerStatusLabel(current[field])}’` : 'Leave it as it is now'}
          </Button>
          {canReplace && (
            <Button look="primary" className="whitespace-normal!" busy={busy} onClick={onReplace}>
              {replaceText(decision, current)}
              {disabled !== null && ' as Super Admin'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <div role="alert" className="grid gap-4">
          {changes.length > 0 ? (
            changes.map((change) => <Change key={change.version} change={change} />)
          ) : (
            <p className="wrap-anywhere whitespace-pre-line">
              Their status is now {partnerStatusLabel(current.status)}.
              {current.reason && `\nLast reason: ${isolated(current.reason)}`}
            </p>
          )}
        </div>
        <OwnDecision decision={decision} />
        {disabled && <p className="text-ink-muted">{disabled}</p>}
        <p role="alert" className="text-negative-text empty:hidden">
          {problem}
        </p>
      </div>
    </Dialog>
  )
}

/** Returns the name of the person who decided first, or 'You' if this person did, such as in another tab. */
function whoDecided(change: RecordChange): string {
  const saver = saverOf([change])
  return saver === 'You' ? saver : actorText(change.by)
}

/** Returns what replacing does: 'Replace ‘KYC approved’ with ‘KYC declined’'. */
function replaceText({ step, action }: Decision, current: Partner): string {
  const { field, actions } = ruleOf(step)
  const [theirs, yours] = [current[field], actions[action] ?? '']
  if (!isDecided(current, step)) return `${ACTIONS[action].label} anyway`
  if (theirs === yours)
    return action === 'approve' ? 'Approve again' : 'Replace their reason with yours'
  return `Replace ‘${partnerStatusLabel(theirs)}’ with ‘${partnerStatusLabel(yours)}’`
}

function OwnDecision({ decision: { step, action, items, reason } }: { decision: Decision }) {
  const named = items.map((item) => DOCUMENTS[item].label).join(', ')
  const text = [named, reason].filter((part) => part !== '').join(': ')
  return (
    <div className="rounded-md bg-sunken px-4 py-3">
      <p className="text-sm text-ink-muted">Your decision</p>
      <p className="mt-1 font-medium">
        {ACTIONS[action].label} {STEPS[step].label}
      </p>
      {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
    </div>
  )
}

/** Returns the action by which a change decided a step, or null. */
function actionIn({ fields }: RecordChange, step: Step): Action | null {
  const { field } = STEPS[step]
  return actionOf(step, readText(fields.find((one) => one.field === field)?.after))
}

/** Renders a decision as a sentence, and any other change as the values before and after. */
function Change({ change }: { change: RecordChange }) {
  const step = (Object.keys(STEPS) as Step[]).find((each) => actionIn(change, each) !== null)
  const action = step ? actionIn(change, step) : null
  if (!step || !action) return <ChangeList changes={[change]} names={NAMES} valueText={valueText} />
  const reason = readText(change.fields.find(({ field }) => field === 'reason')?.after)
  const written: readonly string[] = ['status', 'reason', STEPS[step].field]
  const others = change.fields.filter(({ field }) => !written.includes(field))
  return (
    <>
      <div className="rounded-md border border-line px-4 py-3">
        <p className="text-sm text-ink-muted">{STEPS[step].label}</p>
        <p className="mt-1 font-medium wrap-anywhere">
          {DECISIONS[action]} by {authorText(change)}
        </p>
        {reason && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
      </div>
      {others.length > 0 && (
        <ChangeList changes={[{ ...change, fields: others }]} names={NAMES} valueText={valueText} />
      )}
    </>
  )
}

const STATUSES: Record<string, string> = {
  status: 'Status',
  kycStatus: STEPS.onlineKyc.label,
  cvStatus: STEPS.companyVerification.label,
  ipvStatus: STEPS.inPerson.label,
}

const FILES: Record<string, string> = Object.fromEntries(
  Object.values(DOCUMENTS).map(({ field, label }) => [field, label]),
)

const NAMES: Record<string, string> = {
  ...STATUSES,
  ...FILES,
  reason: 'Reason',
  name: 'Name',
  personalEmail: 'Personal e-mail',
  mobileNo: 'Phone',
  companyName: 'Company',
  companyLocation: 'Location',
  companyEmail: 'Plan',
  gstNo: 'GST number',
  aadharNo: 'Aadhar number',
  servicesSelected: 'Services',
}

function valueText(field: string, value: unknown): string {
  if (Object.hasOwn(STATUSES, field)) return partnerStatusLabel(readText(value))
  // a URL is not readable; its last characters show that it is another one
  if (Object.hasOwn(FILES, field)) return `a file (…${readText(value).slice(-6)})`
  if (field === 'companyEmail') return planText(readText(value))
  return plainText(value)
}
