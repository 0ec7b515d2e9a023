import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerStatusLabel } from '@mandap/domain/partner/status.ts'
import { readText } from '@mandap/domain/wire/read.ts'
import { decisionProblem } from '@mandap/domain/verification/decision.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import {
  type Action,
  ruleOf,
  STEPS,
  type Step,
  type StepItem,
  whyDisabled,
} from '@mandap/domain/verification/step.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { HostFailure } from '../host/failure.ts'
import { useHost } from '../host/host-context.ts'
import { partnerById, stepDecision } from '../host/queries/partner.ts'
import { ChangeList, plainText } from '../record/ChangeList.tsx'
import { isElevationRequired, useElevation, withElevation } from '../session/current-elevation.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { showOverlay } from '../ui/Overlay.tsx'
import { ACTIONS } from './action.ts'

const SAVED = 'Partner Updated Successfully!'
const NOT_SAVED = 'Error updating partner. Please try again.'

/** What goes with reupload and decline (§5.7), while it is being typed. */
export interface DecisionDraft {
  items: readonly StepItem[]
  reason: string
}

export const EMPTY_DRAFT: DecisionDraft = { items: [], reason: '' }

/** Asks once more before a step is decided, with items and reason where they are owed (§5.7). */
export function DecisionDialog({
  partner,
  step,
  action,
  draft,
  onDraft,
  onClose,
  onDecided,
}: {
  partner: Partner
  step: Step
  action: Action
  draft: DecisionDraft
  onDraft: (draft: DecisionDraft) => void
  /** What was typed stays in the draft. */
  onClose: () => void
  onDecided: () => void
}) {
  const host = useHost()
  const client = useQueryClient()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { elevated } = useElevation()
  const decide = useMutation(stepDecision(host, client))
  const conflict = decide.error instanceof HostFailure ? decide.error.partnerConflict : null
  const decision = { step, action, ...(action === 'approve' ? EMPTY_DRAFT : draft) }
  const problem = whyDisabled(partner, step, elevated) ?? decisionProblem(decision)
  const { label, look } = ACTIONS[action]

  // the keyboard begins where the decision does
  const begin = useEffectEvent(() => {
    const first =
      action === 'approve'
        ? document.querySelector<HTMLElement>(`[form="${formId}"]`)
        : form.current?.querySelector<HTMLElement>('input, textarea')
    first?.focus()
  })
  const isAsking = conflict === null
  useEffect(() => {
    if (isAsking) begin()
  }, [isAsking])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (problem !== null || decide.isPending) return
    try {
      await withElevation((grant) => decide.mutateAsync({ partner, decision, grant }))
      showOverlay('success', SAVED)
      onDecided()
    } catch (error) {
      const isSaid =
        isElevationRequired(error) ||
        (error instanceof HostFailure && error.partnerConflict !== null)
      if (!isSaid) showOverlay('error', NOT_SAVED)
    }
  }

  if (conflict) {
    const { current, changes } = conflict
    const show = () => client.setQueryData(partnerById(host, partner.id).queryKey, current)
    return (
      <Dialog
        key="conflict"
        title="This partner has changed"
        description="Someone saved them after you opened them. Nothing of yours has been saved yet; what you typed is kept."
        size="medium"
        keepOnBackdrop
        onClose={() => {
          show()
          onClose()
        }}
        footer={
          <>
            <Button
              onClick={() => {
                show()
                onClose()
              }}
            >
              Leave it as it is now
            </Button>
            <Button
              look="primary"
              onClick={() => {
                show()
                decide.reset()
              }}
            >
              Continue from here
            </Button>
          </>
        }
      >
        <div role="alert">
          {changes.length > 0 ? (
            <ChangeList changes={changes} names={NAMES} valueText={valueText} />
          ) : (
            <p>Their status is now {partnerStatusLabel(current.status)}.</p>
          )}
        </div>
      </Dialog>
    )
  }

  return (
    <Dialog
      key="decision"
      title={`${label} ${STEPS[step].label}?`}
      description={`${partner.name || 'Not Available'}${partner.companyName ? `, ${partner.companyName}` : ''}`}
      keepOnBackdrop={draft.reason !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={look === 'secondary' ? 'primary' : look}
            type="submit"
            form={formId}
            busy={decide.isPending}
            disabledReason={problem ?? undefined}
          >
            {label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        {action === 'approve' ? (
          <p className="text-ink-muted">Press Enter to confirm.</p>
        ) : (
          <>
            <Items step={step} draft={draft} onDraft={onDraft} />
            <Field label="Reason" hint="Ctrl and Enter confirm.">
              {(control) => (
                <textarea
                  {...control}
                  rows={4}
                  maxLength={4000}
                  value={draft.reason}
                  onChange={(event) => onDraft({ ...draft, reason: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
                    event.preventDefault()
                    form.current?.requestSubmit()
                  }}
                  className="field-box py-2"
                />
              )}
            </Field>
          </>
        )}
        <p role="alert" className="text-negative-text empty:hidden">
          {decide.error?.message}
        </p>
      </form>
    </Dialog>
  )
}

/** What is to be uploaded again, or why it was declined: at least one (§5.7). */
function Items({
  step,
  draft,
  onDraft,
}: {
  step: Step
  draft: DecisionDraft
  onDraft: (draft: DecisionDraft) => void
}) {
  const items = ruleOf(step).items as readonly StepItem[]
  if (items.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Items</legend>
      <div className="grid gap-1">
        {items.map((item) => (
          <label
            key={item}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm border border-line px-3 hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="size-4"
              checked={draft.items.includes(item)}
              onChange={(event) =>
                onDraft({
                  ...draft,
                  items: event.target.checked
                    ? [...draft.items, item]
                    : draft.items.filter((one) => one !== item),
                })
              }
            />
            {DOCUMENTS[item].label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const STATUS_NAMES: Record<string, string> = {
  status: 'Status',
  kycStatus: STEPS.onlineKyc.label,
  cvStatus: STEPS.companyVerification.label,
  ipvStatus: STEPS.inPerson.label,
}

const NAMES: Record<string, string> = { ...STATUS_NAMES, reason: 'Reason', name: 'Name' }

function valueText(field: string, value: unknown): string {
  return Object.hasOwn(STATUS_NAMES, field) ? partnerStatusLabel(readText(value)) : plainText(value)
}
