import { SearchField } from './SearchField.tsx'
import { useThrottledSearchParam } from './use-throttled-search-param.ts'

/** A search field whose text is in the URL. The URL, and with it the list, follows the typing. */
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
  const { text, setText } = useThrottledSearchParam(search, onSearch)
  return <SearchField {...field} value={text} onText={setText} />
}
