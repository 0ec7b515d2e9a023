import { fold } from '@mandap/domain/text/text.ts'
import type { To } from '../../router/location.ts'
import { useNavigate } from '../../router/Router.tsx'
import type { Option, OptionGroup } from './option.ts'
import { useActionOptions, usePageOptions } from './use-commands.ts'
import { useRecentOptions, useSearchOptions } from './use-records.ts'

/** An option, and whether it is a result of the previous text, which cannot be selected. */
type ListedOption = Option & { stale: boolean }

export type PaletteOptions = ReturnType<typeof usePaletteOptions>

/** Returns the options for the typed text, in their groups and as one list. */
export function usePaletteOptions(text: string, onClose: () => void) {
  const navigate = useNavigate()
  const go = (to: To, state?: object) => {
    onClose()
    navigate(to, { state })
  }
  const isBlank = fold(text) === ''
  const recent = useRecentOptions(go)
  const search = useSearchOptions(text, go)
  const pages = usePageOptions(text, isBlank ? recent.pages : [], go)
  const actions = useActionOptions(text, onClose)
  const groups = [
    { title: 'Recent', options: isBlank ? recent.options : [] },
    { title: 'Pages', options: pages },
    ...(isBlank ? [] : search.groups),
    { title: 'Actions', options: actions },
  ].filter(({ options }) => options.length > 0)
  const options = groups.flatMap((group: OptionGroup) =>
    group.options.map((option): ListedOption => ({ ...option, stale: group.stale === true })),
  )
  return { isBlank, groups, options, recent, search, busy: search.searching || recent.opening }
}
