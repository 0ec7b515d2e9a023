import { SearchField } from './SearchField.tsx'
import { useDebouncedSearchParam } from './use-debounced-search-param.ts'

/** Milliseconds after the last key until the list follows the text. */
const DEBOUNCE_MS = 150

/** A search field whose text is in the URL. The URL, and with it the list, follows the typing after a pause. */
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
  const { text, setText } = useDebouncedSearchParam(search, DEBOUNCE_MS, onSearch)
  return <SearchField {...field} value={text} onText={setText} />
}
