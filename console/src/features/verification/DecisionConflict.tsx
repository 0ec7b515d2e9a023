import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerStatusLabel } from '@mandap/domain/partner/status.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import { STEPS, type Step, whyDisabled } from '@mandap/domain/verification/step.ts'
import { readText } from '@mandap/domain/wire/read.ts'
import type { Conflict } from '../record/conflict.ts'
import { ChangeList, plainText } from '../record/ChangeList.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { DecisionDraft } from './decision-draft.ts'

/** Says that someone else changed the partner first: who changed what, the unsaved decision, and what can be done. */
export function DecisionConflict({
  conflict: { current, changes },
  step,
  elevated,
  draft,
  onLeave,
  onContinue,
}: {
  conflict: Conflict<Partner>
  step: Step
  elevated: boolean
  draft: DecisionDraft
  onLeave: () => void
  onContinue: () => void
}) {
  const { label, field } = STEPS[step]
  const decided = changes.findLast(({ fields }) => fields.some((one) => one.field === field))
  const disabled = whyDisabled(current, step, elevated)
  return (
    <Dialog
      title={decided ? `${decided.by || 'Someone'} decided first` : 'This partner has changed'}
      description={
        decided
          ? `${label} is now ‘${partnerStatusLabel(current[field])}’. Your decision was not saved.`
          : 'Someone else saved this partner after you opened it. Your decision was not saved.'
      }
      size="medium"
      keepOnBackdrop
      onClose={onLeave}
      footer={
        <>
          <Button look={disabled ? 'primary' : 'secondary'} onClick={onLeave}>
            Leave it as it is now
          </Button>
          <Button look={disabled ? 'secondary' : 'primary'} onClick={onContinue}>
            {disabled ? 'Decide as Super Admin' : 'Continue from here'}
          </Button>
        </>
      }
    >
      <div role="alert" className="grid gap-4">
        {changes.length > 0 ? (
          <ChangeList changes={changes} names={NAMES} valueText={valueText} />
        ) : (
          <p>Their status is now {partnerStatusLabel(current.status)}.</p>
        )}
        {(draft.items.length > 0 || draft.reason !== '') && (
          <div className="rounded-md bg-sunken px-4 py-3">
            <p className="text-sm text-ink-muted">Your entries are kept</p>
            <p className="mt-1 font-medium wrap-anywhere whitespace-pre-line">
              {draft.items.map((item) => DOCUMENTS[item].label).join(', ')}
              {draft.items.length > 0 && draft.reason !== '' && ': '}
              {draft.reason}
            </p>
          </div>
        )}
        {disabled && <p className="text-ink-muted">{disabled}</p>}
      </div>
    </Dialog>
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
  return plainText(value)
}
