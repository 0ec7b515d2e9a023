import { SearchField } from './SearchField.tsx'
import { useDebouncedSearchParam } from './use-debounced-search-param.ts'

/** Milliseconds between a key and the list that follows it. */
const LIST_PAUSE = 150

/** A search that the address holds: as typed, and the list follows it after a pause. Back and links bring the address's own. */
export function AddressSearch({
  search,
  onSearch,
  ...field
}: {
  label: string
  hideLabel?: boolean
  placeholder: string
  search: string
  onSearch: (search: string) => void
  className?: string
}) {
  const { text, setText } = useDebouncedSearchParam(search, LIST_PAUSE, onSearch)
  return <SearchField {...field} value={text} onText={setText} />
}
