import { type ComponentType, lazy, useState } from 'react'

export type Screen = ComponentType & {
  /** Loads the code of the screen, so that it renders without a fallback. */
  load: () => Promise<void>
}

/** Returns a component whose code is a chunk of its own, which is loaded before it renders or while it does. */
export function screen(load: () => Promise<{ default: ComponentType }>): Screen {
  let loaded: ComponentType | undefined
  const Lazy = lazy(load)

  function LoadedScreen() {
    // the same component as long as it is mounted
    const [Rendered] = useState<ComponentType>(() => loaded ?? Lazy)
    return <Rendered />
  }

  return Object.assign(LoadedScreen, {
    async load() {
      loaded = (await load()).default
    },
  })
}
