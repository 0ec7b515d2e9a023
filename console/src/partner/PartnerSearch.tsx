import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { SearchField } from '../ui/SearchField.tsx'
import { usePaused } from '../ui/use-paused.ts'

/** Milliseconds between a key and the list that follows it. */
const LIST_PAUSE = 150

/** The text as typed; the list follows it after a pause. Back and links bring the address's own. */
export function PartnerSearch({
  search,
  placeholder,
  onSearch,
}: {
  search: string
  placeholder: string
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
      placeholder={placeholder}
      className="mb-3 max-w-lg"
      value={text}
      onText={setText}
    />
  )
}
