import { type ComponentType, lazy, useState } from 'preact/compat'
import type { Opening, Prefetch } from '../features/client/prefetch.ts'

export type Screen<Props> = ComponentType<Props> & {
  /** Loads the code of the screen, so that it renders without a fallback. */
  load: () => Promise<void>
  /** Fetches what the screen shows first, once its code is loaded. */
  prefetch: Prefetch
}

/** Returns a component whose code is a chunk of its own, which is loaded before it renders or while it does. */
export function screen<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props>; prefetch?: Prefetch }>,
): Screen<Props> {
  let loaded: ComponentType<Props> | undefined
  let prefetch: Prefetch = async () => {}
  const Lazy: ComponentType<Props> = lazy(load)

  function LoadedScreen(props: Props) {
    // the same component as long as it is mounted
    const [Rendered] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Rendered {...props} />
  }

  return Object.assign(LoadedScreen, {
    async load() {
      const module = await load()
      loaded = module.default
      if (module.prefetch) prefetch = module.prefetch
    },
    prefetch: (opening: Opening) => prefetch(opening),
  })
}
