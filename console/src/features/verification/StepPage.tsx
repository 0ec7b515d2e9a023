import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { VIEWER_CHANGES_NOTHING } from '@mandap/domain/session/role.ts'
import { decidedPartner } from '@mandap/domain/verification/decision.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import type { DocumentNotSeen, DocumentView } from '@mandap/domain/verification/document-view.ts'
import {
  type Action,
  actionsOf,
  dueStep,
  ruleOf,
  STEPS,
  type Step,
  type StepItem,
  whyClosed,
  whyDisabled,
} from '@mandap/domain/verification/step.ts'
import { memo, useEffect, useState } from 'preact/compat'
import { useLocation } from '../../router/Router.tsx'
import { HEADINGS } from '../navigation/headings.ts'
import { paths } from '../navigation/paths.ts'
import { DocumentCard } from '../document/DocumentCard.tsx'
import { DraftOffer } from '../draft/DraftOffer.tsx'
import { type Draft, useDraft } from '../draft/use-draft.ts'
import { gstText } from '../partner/gst-text.ts'
import { UPDATED } from '../partner/messages.ts'
import { PartnerScreen } from '../partner/PartnerScreen.tsx'
import { StepStatusBadge } from '../partner/PartnerStatusBadge.tsx'
import { otherNumbers, PersonalNumber } from '../partner/PersonalNumber.tsx'
import { useNeighbours } from '../partner/neighbours.ts'
import { partnerAndCompany } from '../partner/title.ts'
import { useElevation } from '../session/current-elevation.ts'
import { useIsViewer } from '../session/role.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmailLink } from '../../ui/contact.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { EmptyState } from '../../ui/states.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { ACTIONS } from './action.ts'
import { Decided } from './Decided.tsx'
import { type ChosenDecisionDraft, DECISION_DRAFT } from './decision-draft.ts'
import { DecisionBar } from './DecisionBar.tsx'
import { ReviewBar, useGoTo } from './ReviewBar.tsx'
import { reviewPath } from './step-path.ts'
import { useViewedDocuments } from './use-viewed-documents.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

const DecisionDialog = dialogOnDemand(
  'Decision',
  async () => (await import('./DecisionDialog.tsx')).DecisionDialog,
)

const KEYS = [
  { key: 'a', action: 'approve' },
  { key: 'r', action: 'reupload' },
  { key: 'd', action: 'decline' },
] as const

/** Renders a step of a partner's verification (§2.10): its documents and the decision on them. */
export function StepPage({ step }: { step: Step }) {
  const { elevated } = useElevation()
  const pathOf = (to: Partner) => reviewPath(to, step, elevated)
  return (
    <PartnerScreen
      title={STEPS[step].label}
      isReview
      renderLoadingActions={(id) => <ReviewBar key={id} id={id} pathOf={pathOf} />}
    >
      {(partner) => <StepOf partner={partner} step={step} pathOf={pathOf} />}
    </PartnerScreen>
  )
}

interface StepOfProps {
  partner: Partner
  step: Step
  /** Returns the path of another partner of the review. */
  pathOf: (to: Partner) => string
}

function StepOf({ partner, step, pathOf }: StepOfProps) {
  const { elevated } = useElevation()
  const { state } = useLocation()
  // read before the decision, which removes the partner from the list
  const neighbours = useNeighbours(partner.id)
  const draft = useDraft(`decision/${partner.id}/${step}`, DECISION_DRAFT)
  const [opened, setOpened] = useState<OpenedDecision | null>(null)
  const { saved, onSaved, onReopen } = useSavedDecision(partner, step)
  const { onView, notSeen } = useViewedDocuments(partner, step)
  useEffect(() => preloadWhenIdle([DecisionDialog.preload]), [])
  const { label } = STEPS[step]
  const closed = whyClosed(partner, step, elevated)
  const isViewer = useIsViewer()
  const disabled = isViewer ? VIEWER_CHANGES_NOTHING : whyDisabled(partner, step, elevated)
  const actions = actionsOf(step)
  const goTo = useGoTo(pathOf)
  const isShown = useIsOpen()

  const open = (action: Action) => setOpened({ action, notSeen: notSeen() })
  const canDecide = disabled === null && onReopen === null

  return (
    // as high as the window below the top bar, so that the open bar is at its edge even on a short page
    <div
      className={
        canDecide
          ? '-mb-16 flex min-h-[calc(100dvh-(--spacing(14))-1px-(--spacing(5)))] flex-col'
          : ''
      }
    >
      <PageHeader
        title={label}
        subtitle={partnerAndCompany(partner)}
        aside={<StepStatusBadge partner={partner} step={step} />}
        back={{ to: paths.kycHub(partner.id), label: HEADINGS.kycHub.back, state, replace: true }}
        actions={
          <ReviewBar
            id={partner.id}
            pathOf={pathOf}
            keys={KEYS.map(({ key, action }) => ({
              key,
              what: ACTIONS[action].label,
              run: canDecide && actions.includes(action) ? () => open(action) : undefined,
            }))}
          />
        }
      />
      {draft.offered && disabled === null && (
        <DraftOffer
          text="Your entries for a decision on this step were kept."
          onDiscard={draft.discard}
          onRestore={() => {
            draft.restore()
            if (draft.offered?.action) open(draft.offered.action)
          }}
        />
      )}
      {saved && (
        <Decided
          key={saved.count}
          partner={partner}
          step={step}
          action={saved.action}
          nextStep={saved.nextStep}
          inReview={neighbours !== null}
          nextPartner={neighbours?.next ?? null}
          isNextReviewed={neighbours?.passedOver != null}
          onNextPartner={goTo}
        />
      )}
      {closed ? (
        <ClosedStep partner={partner} text={closed} />
      ) : (
        <>
          <Stated partner={partner} step={step} />
          <div className="grow pb-4">
            <Documents partner={partner} step={step} onView={onView} />
          </div>
          <DecisionBar
            partner={partner}
            step={step}
            disabled={disabled}
            onReopen={onReopen}
            onAction={open}
          />
        </>
      )}
      {opened && (
        <OpenedDialog
          partner={partner}
          step={step}
          opened={opened}
          draft={draft}
          onClose={() => setOpened(null)}
          onDecided={() => {
            // not a dialog that was opened after this one was closed
            setOpened((present) => (present === opened ? null : present))
            if (isShown.current) onSaved(opened.action)
            else showToast('success', UPDATED)
          }}
        />
      )}
    </div>
  )
}

/** A decision to confirm, and the documents that were not seen when it was opened. */
interface OpenedDecision {
  action: Action
  notSeen: readonly DocumentNotSeen[]
}

/** Renders the dialog of a decision, whose text is the draft of the step. */
function OpenedDialog({
  partner,
  step,
  opened: { action, notSeen },
  draft,
  onClose,
  onDecided,
}: {
  partner: Partner
  step: Step
  opened: OpenedDecision
  draft: Draft<ChosenDecisionDraft>
  onClose: () => void
  onDecided: () => void
}) {
  const { items, reason } = draft.value
  return (
    <DecisionDialog
      partner={partner}
      step={step}
      action={action}
      notSeen={notSeen}
      draft={{ items, reason }}
      onDraft={(value) => draft.change({ ...value, action: action === 'approve' ? null : action })}
      onClose={onClose}
      onDecided={() => {
        // not the text of a dialog that was opened after this one was closed
        if (draft.isStill(draft.value)) draft.clear()
        onDecided()
      }}
    />
  )
}

/** A decision that was saved on this screen. */
interface SavedDecision {
  action: Action
  nextStep: Step | null
  /** Whether the decision bar is closed, until this person opens it again. */
  isClosed: boolean
  count: number
}

/** Holds the newest decision that was saved on this screen. `onReopen` is null unless the bar is closed after it. */
function useSavedDecision(partner: Partner, step: Step) {
  const { elevated } = useElevation()
  const [saved, setSaved] = useState<SavedDecision | null>(null)
  const onSaved = (action: Action) =>
    setSaved((before) => ({
      action,
      nextStep: dueStep(decidedPartner(partner, step, action)),
      isClosed: true,
      count: (before?.count ?? 0) + 1,
    }))
  const onReopen =
    saved?.isClosed && elevated ? () => setSaved({ ...saved, isClosed: false }) : null
  return { saved, onSaved, onReopen }
}

/** Says why a step is closed, in place of its documents. */
function ClosedStep({ partner, text }: { partner: Partner; text: string }) {
  const { state } = useLocation()
  return (
    <Card>
      <EmptyState
        icon="lock"
        text={text}
        action={
          <ButtonLink to={paths.kycHub(partner.id)} state={state} replace>
            See the steps of this partner
          </ButtonLink>
        }
      />
    </Card>
  )
}

/** Renders the partner's own details, to compare with the documents. */
function Stated({ partner, step }: { partner: Partner; step: Step }) {
  const text = (value: string) => value || NO_TEXT
  const items = {
    onlineKyc: () => [
      { term: 'Name', value: text(partner.name) },
      { term: 'Aadhar number', value: <PersonalNumber partner={partner} field="aadharNo" /> },
      ...otherNumbers(partner),
    ],
    companyVerification: () => [
      { term: 'Company', value: text(partner.companyName) },
      { term: 'GST number', value: gstText(partner) },
      { term: 'Location', value: text(partner.companyLocation) },
      { term: 'Company e-mail', value: <EmailLink address={partner.companyEmailId} /> },
    ],
    inPerson: () => [],
  }[step]()
  if (items.length === 0) return null
  return (
    <Card className="mb-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {items.map(({ term, value }) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-ink-muted">{term}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

interface DocumentsProps {
  partner: Partner
  step: Step
  onView: (item: StepItem, view: DocumentView | null) => void
}

/**
 * Renders the documents of a step side by side. In-person verification has none. Memoised, so that opening the decision dialog
 * does not render them again: `onView` must stay the same function.
 */
const Documents = memo(function Documents({ partner, step, onView }: DocumentsProps) {
  const items = ruleOf(step).items as readonly StepItem[]
  if (items.length === 0)
    return (
      <Card>
        <EmptyState
          icon="location"
          text="This step is decided after a visit in person."
          hint={`${isolated(partner.companyName) || 'The company'}, ${isolated(partner.companyLocation) || 'location not available'}`}
        />
      </Card>
    )
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {items.map((item) => (
        <DocumentCard
          key={item}
          partnerId={partner.id}
          item={item}
          address={partner[DOCUMENTS[item].field]}
          onView={(view) => onView(item, view)}
        />
      ))}
    </div>
  )
})
