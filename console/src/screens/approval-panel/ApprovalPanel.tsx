import { APPROVAL_TABS, type ApprovalTab } from '@mandap/domain/partner/list.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { paths } from '../../app/paths.ts'
import { ExportButton } from '../../export/ExportButton.tsx'
import { type LongRead, useBlocks } from '../../host/blocks.ts'
import { useHost } from '../../host/host-context.ts'
import { partnerCounts, partnersBlock } from '../../host/queries/partner.ts'
import {
  type ApprovalView,
  defaultStatus,
  listingOf,
  searchOf,
  viewFrom,
} from '../../partner/approval-view.ts'
import { Button } from '../../ui/Button.tsx'
import { LongList } from '../../ui/LongList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { usePaused } from '../../ui/use-paused.ts'
import { PARTNER_CARD, PartnerCard, PartnerCardSkeleton } from './PartnerCard.tsx'

const PANEL = 'partners'
const STATUS_PANEL = 'partners-of-status'
const SKELETON = <PartnerCardSkeleton />

/** Cards drawn while the length of the list is not known: a screenful on any display. */
const SKELETONS = 24

/** Milliseconds between a key and the list that follows it. */
const LIST_PAUSE = 150

/** §2.8. Tab, sub-tab and search live in the address. */
export default function ApprovalPanel() {
  const host = useHost()
  const navigate = useNavigate()
  const { search: address } = useLocation()
  const view = useMemo(() => viewFrom(new URLSearchParams(address)), [address])
  const listing = useMemo(() => listingOf(view), [view])
  const partners = useBlocks(
    useCallback((block: number) => partnersBlock(host, listing, block), [host, listing]),
  )
  const { data: counts } = useQuery(partnerCounts(host, listing.search ?? ''))
  const loading = partners.total === null && partners.failure === null
  const statuses = APPROVAL_TABS[view.tab].statuses

  const list = (
    <Partners
      partners={partners}
      loading={loading}
      view={view}
      onClear={() => void navigate({ search: searchOf({ ...view, search: '' }) })}
    />
  )

  return (
    <>
      <PageHeader
        title="Partner Approval Panel"
        actions={
          <ExportButton
            list={{ of: 'partners', listing }}
            total={partners.total}
            nouns={['partner', 'partners']}
          />
        }
      />
      <PartnerSearch
        search={view.search}
        onSearch={(search) => {
          const next = searchOf({ ...view, search })
          if (next !== searchOf(view)) void navigate({ search: next }, { replace: true })
        }}
      />
      <Tabs
        label="Partners by stage"
        panelId={PANEL}
        selected={view.tab}
        tabs={(Object.keys(APPROVAL_TABS) as ApprovalTab[]).map((tab) => ({
          id: tab,
          label: APPROVAL_TABS[tab].label,
          count: counts && APPROVAL_TABS[tab].statuses.reduce((sum, one) => sum + counts[one], 0),
          to: linkTo({ ...view, tab, status: defaultStatus(tab) }),
        }))}
      />
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
                count: counts?.[status],
                to: linkTo({ ...view, status }),
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

function linkTo(view: ApprovalView) {
  return { pathname: paths.approvalPanel(), search: searchOf(view) }
}

/** The text as typed; the list follows it after a pause. Back and links bring the address's own. */
function PartnerSearch({
  search,
  onSearch,
}: {
  search: string
  onSearch: (search: string) => void
}) {
  const { key } = useLocation()
  const kind = useNavigationType()
  const [text, setText] = useState(search)
  const [entry, setEntry] = useState(key)
  const paused = usePaused(text, LIST_PAUSE)
  if (entry !== key) {
    setEntry(key)
    if (kind !== NavigationType.Replace) setText(search)
  }
  useEffect(() => {
    if (paused === text && paused !== search) onSearch(paused)
    // the list follows the pause alone
    // eslint-disable-next-line react/exhaustive-deps
  }, [paused])
  return (
    <SearchField
      label="Search partners"
      placeholder="Name, e-mail, phone, company or location"
      className="mb-3 max-w-md"
      value={text}
      onText={setText}
    />
  )
}

function Partners({
  partners,
  loading,
  view,
  onClear,
}: {
  partners: LongRead<Partner>
  loading: boolean
  view: ApprovalView
  onClear: () => void
}) {
  const { total, failure, retrying, retry } = partners
  return (
    <>
      <output className="block mt-3 mb-3 min-h-5.5 text-ink-muted">
        {loading ? 'Loading partners…' : failure ? '' : countText(total ?? 0)}
      </output>
      {total === 0 || failure ? (
        <EmptyState
          icon={failure ? 'alert' : 'search'}
          text={EMPTY[view.tab]}
          hint={failure && `The partners could not be loaded. ${failure.message}`}
          action={
            <div className="flex gap-2">
              {failure && (
                <Button icon="refresh" busy={retrying} onClick={retry}>
                  Try again
                </Button>
              )}
              {view.search !== '' && (
                <Button icon="clear" onClick={onClear}>
                  Clear search
                </Button>
              )}
            </div>
          }
        />
      ) : (
        <LongList
          label="Partners"
          total={total ?? SKELETONS}
          itemAt={partners.itemAt}
          onView={partners.onView}
          stale={loading || partners.stale}
          size={PARTNER_CARD}
          Item={PartnerCard}
          skeleton={SKELETON}
        />
      )}
      {partners.hasGaps && (
        <div
          role="alert"
          className="fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-md items-center justify-between gap-4 rounded-md bg-raised py-2 pr-2 pl-4 shadow-menu"
        >
          Some partners could not be loaded.
          <Button look="quiet" icon="refresh" busy={retrying} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

const EMPTY: Record<ApprovalTab, string> = {
  pending: 'No partners found for the selected status.',
  kyc: 'No partners found for the selected KYC type.',
  companyVerification: 'No partners found for the selected verification type.',
  declined: 'No partners found for the selected status.',
}

function countText(total: number): string {
  return `${total.toLocaleString('en-IN')} ${total === 1 ? 'partner' : 'partners'}`
}
