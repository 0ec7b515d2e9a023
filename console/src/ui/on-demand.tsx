import { type ComponentType, useEffect, useState } from 'preact/compat'
import { Dialog } from './Dialog.tsx'
import { Spinner } from './loading.tsx'
import { ErrorState } from './states.tsx'

export type OnDemand<Props> = ComponentType<Props> & {
  /** Loads the code of the dialog, so that it opens at once. */
  preload: () => Promise<void>
}

/** Milliseconds after which a loading dialog is visible (`dialog-sheet` in style.css). */
const VISIBLE_MS = 200

/**
 * Returns a dialog whose code is a chunk of its own, which is loaded when the dialog is first opened, unless it was
 * preloaded. `title` is the title of the dialog while its code loads, and if the code could not be loaded.
 */
export function dialogOnDemand<Props extends { onClose: (isDone: boolean) => void }>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null

  async function preload() {
    loaded ??= await load()
  }

  function DialogOnDemand(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [isFailed, setIsFailed] = useState(false)
    const [wasVisible, setWasVisible] = useState(false)
    useEffect(() => {
      let isOpen = true
      const openedAt = performance.now()
      async function show() {
        try {
          await preload()
          if (!isOpen) return
          setWasVisible(performance.now() - openedAt > VISIBLE_MS)
          setLoaded(() => loaded)
        } catch (error) {
          console.warn(`The dialog ‘${title}’ could not be loaded`, error)
          if (isOpen) setIsFailed(true)
        }
      }
      void show()
      return () => {
        isOpen = false
      }
    }, [])
    if (Loaded)
      return (
        // the dialog that was shown while the code loaded has already been animated
        <div className={wasVisible ? 'contents appeared' : 'contents'}>
          <Loaded {...props} />
        </div>
      )
    return (
      // modal at once, so that keys and presses do not reach the screen behind it
      <Dialog title={title} isLoading={!isFailed} onClose={() => props.onClose(false)}>
        {isFailed ? (
          <ErrorState
            text="This dialog could not be loaded."
            hint="Check your connection and try again."
            // a browser does not load a failed chunk again
            onRetry={() => location.reload()}
          />
        ) : (
          <Spinner label="Loading" />
        )}
      </Dialog>
    )
  }

  return Object.assign(DialogOnDemand, { preload })
}
