import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import {
  type Action,
  actionsOf,
  ruleOf,
  STEPS,
  type Step,
  whyClosed,
  whyDisabled,
} from '@mandap/domain/verification/step.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { DocumentCard } from '../document/DocumentCard.tsx'
import { DraftOffer } from '../draft/DraftOffer.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { PartnerScreen } from '../partner/PartnerScreen.tsx'
import { StepStatusBadge } from '../partner/PartnerStatusBadge.tsx'
import { otherNumbers, PersonalNumber } from '../partner/PersonalNumber.tsx'
import { type Neighbours, reviewFrom, reviewState, useNeighbours } from '../partner/review.ts'
import { useElevation } from '../session/current-elevation.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useHotkeys } from '../../ui/use-hotkeys.ts'
import { ACTIONS } from './action.ts'
import { DECISION_DRAFT } from './decision-draft.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import { ReviewBar, useGoTo } from './ReviewBar.tsx'
import { stepPath } from './step-path.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

/** Renders a step of a partner's verification (§2.10): its documents and the decision on them. */
export function StepPage({ step }: { step: Step }) {
  return (
    <PartnerScreen title={STEPS[step].label}>
      {(partner) => <StepOf partner={partner} step={step} />}
    </PartnerScreen>
  )
}

function StepOf({ partner, step }: { partner: Partner; step: Step }) {
  const { elevated } = useElevation()
  const { state } = useLocation()
  // read before the decision, which removes the partner from the list
  const neighbours = useNeighbours(partner.id)
  const draft = useDraft(`decision/${partner.id}/${step}`, DECISION_DRAFT)
  const [openAction, setOpenAction] = useState<Action | null>(null)
  const [decided, setDecided] = useState<Action | null>(null)
  const { label } = STEPS[step]
  const closed = whyClosed(partner, step, elevated)
  const disabled = whyDisabled(partner, step, elevated)
  const actions = actionsOf(step)
  const opening = (action: Action) =>
    actions.includes(action) && disabled === null ? () => setOpenAction(action) : undefined
  useHotkeys({ a: opening('approve'), r: opening('reupload'), d: opening('decline') })

  return (
    <>
      <PageHeader
        title={label}
        subtitle={[partner.name || NO_TEXT, partner.companyName]
          .filter(Boolean)
          .map(isolated)
          .join(' · ')}
        aside={<StepStatusBadge partner={partner} step={step} />}
        back={{ to: paths.kycHub(partner.id), label: 'Back', state, replace: true }}
        actions={<ReviewBar partner={partner} pathOf={(to) => stepPath(to, step)} />}
      />
      {draft.offered && disabled === null && (
        <DraftOffer
          text="Your entries for a decision on this step were kept."
          onDiscard={draft.discard}
          onRestore={() => {
            draft.restore()
            setOpenAction(draft.offered?.action ?? null)
          }}
        />
      )}
      {decided && (
        <Decided partner={partner} step={step} action={decided} neighbours={neighbours} />
      )}
      {closed ? (
        <Card>
          <EmptyState
            icon="lock"
            text={closed}
            action={
              <ButtonLink to={paths.kycHub(partner.id)} state={state} replace>
                See the steps of this partner
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <>
          <Stated partner={partner} step={step} />
          <Documents partner={partner} step={step} />
          <section
            aria-label="Decision"
            className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:rounded-t-lg sm:border-x"
          >
            <p className="line-clamp-2 min-w-0 wrap-anywhere text-ink-muted" title={partner.reason}>
              {disabled ??
                (partner.reason ? `Last reason: ${isolated(partner.reason)}` : 'Your decision')}
            </p>
            <div className="flex flex-wrap gap-2">
              {actions.map((action) => (
                <Button
                  key={action}
                  look={ACTIONS[action].look}
                  disabledReason={disabled ?? undefined}
                  onClick={() => setOpenAction(action)}
                >
                  {ACTIONS[action].label}
                </Button>
              ))}
            </div>
          </section>
        </>
      )}
      {openAction && (
        <DecisionDialog
          partner={partner}
          step={step}
          action={openAction}
          draft={{ items: draft.value.items, reason: draft.value.reason }}
          onDraft={(value) =>
            draft.change({ ...value, action: openAction === 'approve' ? null : openAction })
          }
          onClose={() => setOpenAction(null)}
          onDecided={() => {
            setOpenAction(null)
            draft.clear()
            setDecided(openAction)
          }}
        />
      )}
    </>
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
      { term: 'GST number', value: partner.noGst ? 'None' : text(partner.gstNo) },
      { term: 'Location', value: text(partner.companyLocation) },
    ],
    inPerson: () => [],
  }[step]()
  if (items.length === 0) return null
  return (
    <dl className="mb-4 flex flex-wrap gap-x-10 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      {items.map(({ term, value }) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-ink-muted">{term}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Renders the documents of a step side by side. In-person verification has none. */
function Documents({ partner, step }: { partner: Partner; step: Step }) {
  const items = ruleOf(step).items as readonly (keyof typeof DOCUMENTS)[]
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
        />
      ))}
    </div>
  )
}

/** Renders the decision, with a link to the next partner of the list. */
function Decided({
  partner,
  step,
  action,
  neighbours,
}: {
  partner: Partner
  step: Step
  action: Action
  neighbours: Neighbours | null
}) {
  const review = reviewFrom(useLocation().state)
  const goTo = useGoTo((to) => stepPath(to, step))
  const box = useRef<HTMLDivElement>(null)
  const next = neighbours?.next ?? null
  // after the dialog has returned the focus to the control that opened it
  useEffect(() => box.current?.querySelector<HTMLElement>('button, a')?.focus(), [])
  return (
    <div
      ref={box}
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-positive-soft py-2 pr-2 pl-4 text-positive-text"
    >
      <p className="flex items-center gap-2 font-medium">
        <Icon name="check" className="size-4.5" />
        {STEPS[step].label}: {ACTIONS[action].done}
      </p>
      {next ? (
        <Button look="primary" onClick={() => goTo(next)}>
          Next partner: {next.partner.name || NO_TEXT}
        </Button>
      ) : (
        <Link
          to={paths.kycHub(partner.id)}
          replace
          state={reviewState(review)}
          className="rounded-xs px-2 py-1 font-medium underline"
        >
          {neighbours
            ? 'That was the last partner in the list. Back to the partner'
            : 'Back to the partner'}
        </Link>
      )}
    </div>
  )
}
