import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { counted, countText, type Nouns } from '@mandap/domain/text/counted.ts'
import { type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import type { Heading } from '../navigation/headings.ts'
import { cameFrom, entryAfter, openedBy, useStepsBack } from '../navigation/back-link.ts'
import { paths } from '../navigation/paths.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { exportedTotal, usePagedList } from '../list/paged-list.ts'
import { useClient } from '../client/client-context.ts'
import { LIST_NOUNS } from '../summary/list-nouns.ts'
import { partnersPageQuery } from './queries.ts'
import type { CardSize } from '../../ui/VirtualGrid.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PartnerCards } from './PartnerCards.tsx'
import { AddressSearch } from '../../ui/AddressSearch.tsx'
import { plainSearch, searchOf } from '../list/plain-search.ts'

interface PartnerListProps {
  list: Exclude<PartnerListing['list'], 'approval'>
  heading: Required<Heading>
  Item: ComponentType<{ item: Partner; index: number }>
  size: CardSize
  /** Returns the text of an empty list, for a search or, with `''`, without one. */
  emptyText: (search: string) => string
  /** The nouns of the count. */
  nouns?: Nouns
  /** Replaces the count while a search is active. */
  foundText?: (count: string, search: string) => string
  loader?: ReactNode
}

/** Renders the screen of a list of partners (§2.12–§2.15). The search is in the URL. */
export function PartnerList({
  list,
  heading: { back, search: placeholder, ...heading },
  Item,
  size,
  emptyText,
  nouns = LIST_NOUNS.partners,
  foundText,
  loader,
}: PartnerListProps) {
  const client = useClient()
  const navigate = useNavigate()
  const { search: address, state } = useLocation()
  // the dashboard then shows its search again
  const dashboard = cameFrom(state)?.startsWith(paths.dashboard()) ? openedBy(state) : null
  const backLink = useStepsBack({ to: paths.dashboard(), label: back }, dashboard)
  const typed = useMemo(() => new URLSearchParams(address).get('search') ?? '', [address])
  const search = plainSearch(typed)
  const listing = useMemo((): PartnerListing => ({ list, search }), [list, search])
  const partners = usePagedList(
    useCallback((page: number) => partnersPageQuery(client, listing, page), [client, listing]),
  )
  // the previous list stays until this one has arrived
  const [shownSearch, setShownSearch] = useState(search)
  if (!partners.stale && shownSearch !== search) setShownSearch(search)
  function change(next: string, how: { replace: boolean }) {
    navigate({ search: next }, { ...how, state: entryAfter(state, how) })
  }

  return (
    <>
      <PageHeader
        {...heading}
        back={backLink}
        actions={
          !partners.failure && (
            <ExportButton
              list={{ of: 'partners', listing }}
              total={exportedTotal(partners)}
              nouns={nouns}
            />
          )
        }
      />
      <AddressSearch
        label="Search partners"
        className="mb-3 max-w-lg"
        search={typed}
        placeholder={placeholder}
        onSearch={(text) => {
          const next = searchOf(text)
          if (next !== searchOf(typed)) change(next, { replace: true })
        }}
      />
      <PartnerCards
        partners={partners}
        Item={Item}
        size={size}
        emptyText={emptyText(shownSearch)}
        countText={(total) =>
          shownSearch !== '' && foundText
            ? foundText(countText(total), shownSearch)
            : counted(total, nouns)
        }
        loader={loader}
        onClear={search === '' ? null : () => change('', { replace: false })}
      />
    </>
  )
}
