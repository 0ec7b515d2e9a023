import { useEffect, useEffectEvent, useState } from 'preact/compat'
import type { Option } from './option.ts'
import type { PaletteOptions } from './use-palette-options.ts'

/**
 * Holds the active option: the first one, or the one that the arrow keys moved to. `open` waits for the results if they
 * may change the active option. With `isEntered` it was called before the options could be listed.
 */
export function useActiveOption({ options, search, busy }: PaletteOptions, isEntered: boolean) {
  const [activeId, setActiveId] = useState<string | null>(null)
  /** `open` was called before the results arrived. */
  const [isAwaited, setIsAwaited] = useState(isEntered)
  const active = options.find((option) => option.id === activeId) ?? options[0]
  // the search that runs may find records, which come before actions
  const isTooEarly =
    search.searching && active !== undefined && isAction(active) && active.id !== activeId

  function select() {
    // not a result of the previous text
    if (active && !active.stale) active.onSelect()
  }
  const openAwaited = useEffectEvent(() => {
    setIsAwaited(false)
    // the record that was meant may be in a list that could not be searched
    const isMissing = search.error || (search.failed.length > 0 && active && isAction(active))
    if (!isMissing) select()
  })
  const hasArrived = isAwaited && !busy
  useEffect(() => {
    if (hasArrived) openAwaited()
  }, [hasArrived])

  function activate(id: string | null) {
    setActiveId(id)
    setIsAwaited(false)
  }

  /** Moves by a number of options, from the last to the first and back. */
  function move(step: number) {
    const index = options.findIndex((option) => option === active)
    activate(options[(index + step + options.length) % options.length]?.id ?? null)
  }

  function open() {
    if (isTooEarly || (active ? active.stale : busy)) setIsAwaited(true)
    else select()
  }

  return { active, move, open, reset: () => activate(null) }
}

function isAction({ kind }: Option): boolean {
  return kind === 'action'
}
