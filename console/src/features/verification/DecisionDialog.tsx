import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { partnerStatusLabel } from '@mandap/domain/partner/status.ts'
import { type Decision, MAX_TYPED_REASON, missingIn } from '@mandap/domain/verification/decision.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import { type DocumentNotSeen, NOT_SEEN } from '@mandap/domain/verification/document-view.ts'
import {
  type Action,
  ruleOf,
  STEPS,
  type Step,
  type StepItem,
  whyDisabled,
} from '@mandap/domain/verification/step.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'preact/compat'
import { type Conflict, conflictOf } from '../record/conflict.ts'
import { saverOf } from '../record/saver.ts'
import { useClient } from '../client/client-context.ts'
import { ChangedBesideForm } from '../live/ChangedNotice.tsx'
import { NOT_UPDATED } from '../partner/messages.ts'
import { stepDecision } from '../partner/mutations.ts'
import { partnerById } from '../partner/queries.ts'
import { partnerAndCompany } from '../partner/title.ts'
import {
  isElevationRequired,
  requireElevation,
  useElevation,
  withElevation,
} from '../session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isApple, isTouch } from '../../ui/keyboard.ts'
import { Notice } from '../../ui/Notice.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { ACTIONS } from './action.ts'
import { DecisionConflict } from './DecisionConflict.tsx'
import { type DecisionDraft, EMPTY_DRAFT } from './decision-draft.ts'
import { invalidate } from '../client/query-keys.ts'

const CHANGED = 'saved this partner after you opened it. Your decision was not saved.'

/**
 * Asks for confirmation of a decision on a step, with the items and the reason that §5.7 requires. It sends the
 * partner's version from the time it was opened, so that a later change by others is a conflict.
 */
export function DecisionDialog({
  partner: current,
  step,
  action,
  notSeen,
  draft,
  onDraft,
  onClose,
  onDecided,
}: {
  partner: Partner
  step: Step
  action: Action
  /** The documents that were not seen before the dialog was opened. */
  notSeen: readonly DocumentNotSeen[]
  draft: DecisionDraft
  onDraft: (draft: DecisionDraft) => void
  /** Closes the dialog. The draft keeps the typed text. */
  onClose: () => void
  onDecided: () => void
}) {
  const formId = useId()
  const notSeenId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { elevated } = useElevation()
  const [partner] = useState(current)
  const [isTried, setIsTried] = useState(false)
  const decision = { step, action, ...(action === 'approve' ? EMPTY_DRAFT : draft) }
  const { send, decide, conflict } = useSendDecision(decision, onDecided)
  const missing = missingIn(decision)
  const closed = whyDisabled(partner, step, true)
  const needsElevation = whyDisabled(partner, step, elevated) !== null
  const { label, look } = ACTIONS[action]
  const hasNotSeen = action === 'approve' && notSeen.length > 0

  useFirstFocus(form, action, conflict === null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (closed !== null || decide.isPending) return
    setIsTried(true)
    if (missing.items ?? missing.reason) {
      const field = missing.items ? 'input' : 'textarea'
      form.current?.querySelector<HTMLElement>(field)?.focus()
      return
    }
    await send(partner)
  }

  if (conflict)
    return (
      <DecisionConflict
        key="conflict"
        conflict={conflict}
        decision={decision}
        elevated={elevated}
        busy={decide.isPending}
        problem={conflictOf(decide.error, partnerFrom) ? undefined : decide.error?.message}
        onKeep={onClose}
        onReplace={() => void send(conflict.current)}
      />
    )

  return (
    <Dialog
      key="decision"
      title={`${label} ${STEPS[step].label}?`}
      description={partnerAndCompany(partner)}
      keepOnBackdrop={draft.reason !== '' || draft.items.length > 0}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={look === 'secondary' ? 'primary' : look}
            type="submit"
            form={formId}
            busy={decide.isPending}
            disabledReason={closed ?? undefined}
            aria-describedby={hasNotSeen ? notSeenId : undefined}
          >
            {decide.isPending ? 'Saving…' : label}
          </Button>
        </>
      }
    >
      <ChangedBesideForm subject="partner" id={partner.id} />
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        {hasNotSeen && <NotSeen id={notSeenId} documents={notSeen} />}
        {action === 'approve' ? (
          <Approval step={step} />
        ) : (
          <ItemsAndReason
            step={step}
            draft={draft}
            missing={isTried ? missing : {}}
            onDraft={onDraft}
          />
        )}
        {needsElevation && closed === null && (
          <Notice tone="warning" icon="shield">
            {STEPS[step].label} is open to a Super Admin only. You need to turn it on first.
          </Notice>
        )}
        <p role="alert" className="text-negative-text empty:hidden">
          {decide.error?.message}
        </p>
      </form>
    </Dialog>
  )
}

/** Focuses the first control of the decision once it is asked for: the button that approves, or the first field. */
function useFirstFocus(
  form: RefObject<HTMLFormElement | null>,
  action: Action,
  isAsking: boolean,
): void {
  const focus = useEffectEvent(() => {
    const first =
      action === 'approve'
        ? document.querySelector<HTMLElement>(`[form="${form.current?.id}"]`)
        : form.current?.querySelector<HTMLElement>('input, textarea')
    first?.focus()
  })
  useEffect(() => {
    if (isAsking) focus()
  }, [isAsking])
}

/**
 * Sends a decision, with a grant if the step needs one. `conflict` is what others saved before it. Says with a toast why it
 * failed, also after the dialog was closed.
 */
function useSendDecision(decision: Decision, onDecided: () => void) {
  const client = useClient()
  const queryClient = useQueryClient()
  const { elevated } = useElevation()
  const decide = useMutation(stepDecision(client, queryClient))
  const [conflict, setConflict] = useState<Conflict<Partner> | null>(null)
  const isOpen = useIsOpen()

  async function send(to: Partner) {
    try {
      await withElevation((grant) => {
        if (whyDisabled(to, decision.step, elevated) !== null) requireElevation()
        return decide.mutateAsync({ partner: to, decision, grant })
      })
      onDecided()
    } catch (error) {
      const stale = conflictOf(error, partnerFrom)
      if (stale) {
        setConflict(stale)
        // the page behind the dialog shows the current state
        queryClient.setQueryData(partnerById(client, to.id).queryKey, stale.current)
        invalidate(queryClient, 'activity')
        if (!isOpen.current) showToast('error', `${saverOf(stale.changes)} ${CHANGED}`)
      } else if (!isOpen.current || !isElevationRequired(error)) showToast('error', NOT_UPDATED)
    }
  }

  return { send, decide, conflict }
}

/** Names the documents that were not seen. Approving remains possible. */
function NotSeen({ id, documents }: { id: string; documents: readonly DocumentNotSeen[] }) {
  return (
    <Notice tone="warning" id={id} text="You have not seen every document of this step.">
      <ul>
        {documents.map(({ item, label, why }) => (
          <li key={item}>
            {label}: {NOT_SEEN[why]}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Says what approving does. */
function Approval({ step }: { step: Step }) {
  return (
    <p className="text-ink-muted">
      Their status becomes ‘{partnerStatusLabel(STEPS[step].actions.approve)}’.
      {!isTouch && ' Press Enter to confirm.'}
    </p>
  )
}

/** Renders the fields of a reupload or decline (§5.7). */
function ItemsAndReason({
  step,
  draft,
  missing,
  onDraft,
}: {
  step: Step
  draft: DecisionDraft
  missing: ReturnType<typeof missingIn>
  onDraft: (draft: DecisionDraft) => void
}) {
  return (
    <>
      <Items step={step} draft={draft} error={missing.items} onDraft={onDraft} />
      <ReasonField
        value={draft.reason}
        error={missing.reason}
        onText={(reason) => onDraft({ ...draft, reason })}
      />
    </>
  )
}

/** Renders the reason that §5.7 requires. Ctrl+Enter submits the form. */
function ReasonField({
  value,
  error,
  onText,
}: {
  value: string
  error: string | undefined
  onText: (text: string) => void
}) {
  return (
    <Field
      label="Reason"
      hint={isTouch ? undefined : `Press ${isApple ? '⌘' : 'Ctrl'}+Enter to confirm.`}
      error={error}
    >
      {(control) => (
        <textarea
          {...control}
          dir="auto"
          rows={4}
          required
          maxLength={MAX_TYPED_REASON}
          value={value}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          className="field-box py-2"
        />
      )}
    </Field>
  )
}

/** Renders the checkboxes of the items to upload again or of the reasons; at least one is required (§5.7). */
function Items({
  step,
  draft,
  error,
  onDraft,
}: {
  step: Step
  draft: DecisionDraft
  error: string | undefined
  onDraft: (draft: DecisionDraft) => void
}) {
  const errorId = useId()
  const items = ruleOf(step).items as readonly StepItem[]
  if (items.length === 0) return null
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1.5 text-sm font-medium">Items</legend>
      <div className="grid gap-1.5">
        {items.map((item) => (
          <label
            key={item}
            className={`flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm border px-3 hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft pointer-coarse:min-h-11 ${error ? 'border-negative-solid' : 'border-line-strong'}`}
          >
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              aria-invalid={error ? true : undefined}
              checked={draft.items.includes(item)}
              onChange={(event) =>
                onDraft({
                  ...draft,
                  items: event.currentTarget.checked
                    ? [...draft.items, item]
                    : draft.items.filter((one) => one !== item),
                })
              }
            />
            {DOCUMENTS[item].label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 flex gap-1.5 text-sm text-negative-text">
          <Icon name="alert" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
