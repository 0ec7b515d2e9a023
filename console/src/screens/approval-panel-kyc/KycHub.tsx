import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { dueStep, STEPS, type Step, stepsOf, whyClosed } from '@mandap/domain/verification/step.ts'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { Link } from '../../router/Link.tsx'
import { Timeline } from '../../features/audit/Timeline.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { entryAfter, useBackLink } from '../../features/navigation/back-link.ts'
import { gstText } from '../../features/partner/gst-text.ts'
import { PartnerScreen } from '../../features/partner/PartnerScreen.tsx'
import { partnerSubtitle, partnerTabTitle, partnerTitle } from '../../features/partner/title.ts'
import { PartnerStatusBadge, StepStatusBadge } from '../../features/partner/PartnerStatusBadge.tsx'
import { otherNumbers, PersonalNumber } from '../../features/partner/PersonalNumber.tsx'
import { reviewFrom } from '../../features/partner/review.ts'
import { PlanBadge } from '../../features/partner/PlanBadge.tsx'
import { planText } from '../../features/partner/plan-text.ts'
import { PersonMenu } from '../../features/person/PersonMenu.tsx'
import { personOfPartner } from '../../features/person/subject.ts'
import { useElevation } from '../../features/session/current-elevation.ts'
import { Card } from '../../ui/Card.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { LINK_CARD, STRETCHED_LINK } from '../../ui/LinkCard.tsx'
import type { Hotkey } from '../../ui/use-hotkeys.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ReviewBar } from '../../features/verification/ReviewBar.tsx'
import { SuperAdminToggle } from '../../features/verification/SuperAdminToggle.tsx'
import { stepPath } from '../../features/verification/step-path.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

/** Renders a partner with their verification steps (§2.9). */
export default function KycHub() {
  return (
    <PartnerScreen
      title={HEADINGS.kycHub.title}
      isReview
      renderLoadingActions={(id) => <ReviewBar key={id} id={id} pathOf={hubOf} />}
    >
      {(partner) => <Hub partner={partner} />}
    </PartnerScreen>
  )
}

const hubOf = ({ id }: Partner) => paths.kycHub(id)

function Hub({ partner }: { partner: Partner }) {
  const back = useBackLink({ to: paths.approvalPanel(), label: HEADINGS.kycHub.back })
  const due = dueStep(partner)
  const keys = useStepKeys(partner, due)
  return (
    <>
      <PageHeader
        title={partnerTitle(partner)}
        tabTitle={partnerTabTitle(HEADINGS.kycHub.title, partner)}
        subtitle={partnerSubtitle(partner)}
        aside={
          <>
            <PartnerStatusBadge partner={partner} />
            <PlanBadge partner={partner} />
          </>
        }
        back={back}
        actions={
          <>
            <ReviewBar id={partner.id} pathOf={hubOf} keys={keys} />
            <PersonMenu person={personOfPartner(partner)} />
            <SuperAdminToggle />
          </>
        }
      />
      <div className="grid gap-4">
        <PartnerDetails partner={partner} />
        <h2 className="mt-2 text-lg font-semibold tracking-tight">Verification</h2>
        <ol className="grid grid-cols-1 gap-3 md:grid-cols-[repeat(auto-fill,minmax(max(14rem,30%),1fr))]">
          {stepsOf(partner).map((step, at) => (
            <StepCard
              key={step}
              partner={partner}
              step={step}
              number={at + 1}
              isDue={step === due}
            />
          ))}
        </ol>
        <Timeline subject="partner" id={partner.id} />
      </div>
    </>
  )
}

/** Returns the keys that open a step: its number, and `o` for the step that is due. */
function useStepKeys(partner: Partner, due: Step | null): Hotkey[] {
  const navigate = useNavigate()
  const { elevated } = useElevation()
  const state = useStepState()
  const opening = (step: Step) => () => navigate(stepPath(partner, step), { state })
  return [
    ...stepsOf(partner).map((step, at) => ({
      key: String(at + 1),
      what: `Open ${STEPS[step].label}`,
      run: whyClosed(partner, step, elevated) === null ? opening(step) : undefined,
    })),
    {
      key: 'o',
      what: `Open the step that is due${due ? `: ${STEPS[due].label}` : ''}`,
      run: due ? opening(due) : undefined,
    },
  ]
}

/** Returns the navigation state of a step that the hub opens. */
function useStepState() {
  const { state } = useLocation()
  const review = reviewFrom(state)
  return review ? { ...review, depth: review.depth + 1 } : entryAfter(state, { replace: false })
}

function PartnerDetails({ partner }: { partner: Partner }) {
  return (
    <Card title="Partner details">
      <div className="grid items-start gap-x-8 gap-y-2.5 md:grid-cols-2">
        <DescriptionList
          items={[
            { term: 'Name', value: partner.name || NO_TEXT },
            { term: 'Personal e-mail', value: <EmailLink address={partner.personalEmail} /> },
            { term: 'Phone', value: <PhoneLink number={partner.mobileNo} /> },
            { term: 'Aadhar number', value: <PersonalNumber partner={partner} field="aadharNo" /> },
            ...otherNumbers(partner),
            { term: 'Language', value: partner.language || NO_TEXT },
          ]}
        />
        <DescriptionList
          items={[
            { term: 'Company', value: partner.companyName || NO_TEXT },
            { term: 'Location', value: partner.companyLocation || NO_TEXT },
            { term: 'Company phone', value: <PhoneLink number={partner.companyNumber} /> },
            { term: 'Company e-mail', value: <EmailLink address={partner.companyEmailId} /> },
            { term: 'GST number', value: gstText(partner) },
            { term: 'Plan', value: planText(partner.companyEmail) || NO_TEXT },
            {
              term: 'Services',
              value: partner.servicesSelected.map(isolated).join(', ') || NO_TEXT,
            },
          ]}
        />
      </div>
      {partner.reason && (
        <p className="mt-4 border-t border-line pt-3">
          <span className="mr-4 text-ink-muted">Last reason</span>
          {partner.reason}
        </p>
      )}
    </Card>
  )
}

function StepCard({
  partner,
  step,
  number,
  isDue,
}: {
  partner: Partner
  step: Step
  number: number
  isDue: boolean
}) {
  const { elevated } = useElevation()
  const state = useStepState()
  const { label } = STEPS[step]
  const closed = whyClosed(partner, step, elevated)
  const heading = (
    <>
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-neutral-soft text-sm font-semibold text-neutral-text">
        {closed ? <Icon name="lock" className="size-4" /> : number}
      </span>
      <span className="min-w-0 grow wrap-anywhere">{label}</span>
    </>
  )
  return (
    <li
      className={`min-h-28 flex-col p-4 ${
        closed ? 'flex rounded-lg border border-line bg-sunken' : LINK_CARD
      }`}
    >
      <h3 className="font-semibold">
        {closed ? (
          <span className="flex items-center gap-2.5 text-ink-muted">{heading}</span>
        ) : (
          <Link
            to={stepPath(partner, step)}
            state={state}
            aria-keyshortcuts={isDue ? `${number} o` : String(number)}
            className={`flex items-center gap-2.5 ${STRETCHED_LINK}`}
          >
            {heading}
            <Icon name="chevronRight" className="size-4 text-ink-muted" />
          </Link>
        )}
      </h3>
      <p className="mt-2.5 flex flex-wrap items-center justify-between gap-2">
        <StepStatusBadge partner={partner} step={step} />
        {isDue && (
          <span className="text-sm font-medium text-accent-text">
            Due next <Key name="o" />
          </span>
        )}
      </p>
      {closed && <p className="mt-2 text-sm text-ink-muted">{closed}</p>}
    </li>
  )
}
