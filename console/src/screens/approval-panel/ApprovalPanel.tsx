import { APPROVAL_TABS, type ApprovalStatus, type ApprovalTab } from '@mandap/domain/partner/tab.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { decisionOf } from '@mandap/domain/verification/step.ts'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useCallback, useMemo } from 'preact/compat'
import { createPath } from '../../router/location.ts'
import { useLocation, useNavigate, useShownLocation } from '../../router/Router.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal, usePagedList } from '../../features/list/paged-list.ts'
import { useClient } from '../../features/client/client-context.ts'
import { partnerCounts, partnersPageQuery } from '../../features/partner/queries.ts'
import {
  type ApprovalView,
  approvalViewFrom,
  defaultStatus,
  listingOfApprovalView,
  searchOfApprovalView,
} from '../../features/partner/approval-view-url.ts'
import { PARTNER_CARD } from '../../features/partner/PartnerCard.tsx'
import { PartnerCards } from '../../features/partner/PartnerCards.tsx'
import { reviewAt } from '../../features/partner/review.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { AddressSearch } from '../../ui/AddressSearch.tsx'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { useHotkeys } from '../../ui/use-hotkeys.ts'
import { ApprovalCard } from './ApprovalCard.tsx'

const PANEL = 'partners'
const STATUS_PANEL = 'partners-of-status'

const { search: SEARCH, ...HEADING } = HEADINGS.approvalPanel

/** Renders the Approval Panel (§2.8). Tab, sub-tab and search are in the URL. */
export default function ApprovalPanel() {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { search: address } = useLocation()
  const view = useMemo(() => approvalViewFrom(new URLSearchParams(address)), [address])
  const listing = useMemo(() => listingOfApprovalView(view), [view])
  const partners = usePagedList(
    useCallback((page: number) => partnersPageQuery(client, listing, page), [client, listing]),
  )
  const counting = useQuery(partnerCounts(client, listing.search ?? ''))
  const counts = counting.data
  const statuses = APPROVAL_TABS[view.tab].statuses
  const prefetch = (status: ApprovalStatus) =>
    void queryClient.prefetchQuery(
      partnersPageQuery(client, listingOfApprovalView({ ...view, status }), 0),
    )

  const list = (
    <PartnerCards
      partners={partners}
      Item={ApprovalCard}
      size={PARTNER_CARD}
      emptyText={EMPTY[view.tab]}
      onClear={
        view.search === ''
          ? null
          : () => navigate({ search: searchOfApprovalView({ ...view, search: '' }) })
      }
    />
  )

  return (
    <>
      <PageHeader
        {...HEADING}
        actions={
          !partners.failure && (
            <>
              <ExportButton
                list={{ of: 'partners', listing }}
                total={exportedTotal(partners)}
                nouns={LIST_NOUNS.partners}
              />
              <StartReview
                first={partners.stale ? undefined : partners.itemAt(0)}
                isEmpty={!partners.stale && partners.total === 0}
              />
            </>
          )
        }
      />
      <AddressSearch
        label="Search partners"
        className="mb-3 max-w-lg"
        search={view.search}
        placeholder={SEARCH}
        onSearch={(search) => {
          const next = searchOfApprovalView({ ...view, search })
          if (next !== searchOfApprovalView(view)) navigate({ search: next }, { replace: true })
        }}
      />
      <Tabs
        label="Partners by stage"
        panelId={PANEL}
        selected={view.tab}
        tabs={(Object.keys(APPROVAL_TABS) as ApprovalTab[]).map((tab) => ({
          id: tab,
          label: APPROVAL_TABS[tab].label,
          count: counts
            ? APPROVAL_TABS[tab].statuses.reduce((sum, one) => sum + counts[one], 0)
            : null,
          to: linkTo({ ...view, tab, status: defaultStatus(tab) }),
          prefetch: () => prefetch(defaultStatus(tab)),
        }))}
      />
      {counting.isError && !partners.failure && (
        <p className="mt-2 text-sm">
          <FailureLine
            text="The counts could not be loaded."
            retrying={counting.isFetching}
            onRetry={() => void counting.refetch()}
          />
        </p>
      )}
      <TabPanel id={PANEL} selected={view.tab} className="pt-3">
        {statuses.length === 1 ? (
          list
        ) : (
          <>
            <Tabs
              look="pill"
              label={`${APPROVAL_TABS[view.tab].label} by status`}
              panelId={STATUS_PANEL}
              selected={view.status}
              tabs={statuses.map((status) => ({
                id: status,
                label: status,
                meaning: decisionOf(status) ?? undefined,
                count: counts?.[status] ?? null,
                to: linkTo({ ...view, status }),
                prefetch: () => prefetch(status),
              }))}
            />
            <TabPanel id={STATUS_PANEL} selected={view.status}>
              {list}
            </TabPanel>
          </>
        )}
      </TabPanel>
    </>
  )
}

/** Opens the first partner of the list (`j`), from where `j` goes on to the next. */
function StartReview({ first, isEmpty }: { first: Partner | undefined; isEmpty: boolean }) {
  const navigate = useNavigate()
  const shown = useShownLocation()
  const start = first?.id
    ? () => navigate(paths.kycHub(first.id), { state: reviewAt(0)(createPath(shown())) })
    : undefined
  useHotkeys([{ key: 'j', what: 'Open the first partner of the list', run: start }])
  return (
    <Button
      look="primary"
      aria-keyshortcuts="j"
      disabledReason={
        start
          ? undefined
          : isEmpty
            ? 'There is no partner in this list.'
            : first
              ? 'The first partner in this list has no ID to open it.'
              : 'The list is still loading.'
      }
      reasonSide="below"
      onClick={start}
    >
      Start review
      <Key name="j" />
    </Button>
  )
}

function linkTo(view: ApprovalView) {
  return { pathname: paths.approvalPanel(), search: searchOfApprovalView(view) }
}

const EMPTY: Record<ApprovalTab, string> = {
  pending: 'No partners found for the selected status.',
  kyc: 'No partners found for the selected KYC type.',
  companyVerification: 'No partners found for the selected verification type.',
  declined: 'No partners found for the selected status.',
}
