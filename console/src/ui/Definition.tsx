import { useEffect, useLayoutEffect, useRef, useState } from 'preact/compat'
import { Icon } from './Icon.tsx'
import { positionBeside } from './position-beside.ts'

/** How a definition was opened. Only one that was pressed stays when the pointer leaves. */
type Opened = 'no' | 'shown' | 'pressed'

/**
 * A button that shows what a term means: while the pointer is over it, while the keyboard focuses it, or after it is
 * pressed. Esc and a press elsewhere hide the text.
 */
export function Definition({ term, text }: { term: string; text: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLSpanElement>(null)
  const [opened, setOpened] = useState<Opened>('no')
  const isOpen = opened !== 'no'

  useLayoutEffect(() => {
    if (!isOpen || !box.current || !panel.current) return
    panel.current.showPopover()
    positionBeside(panel.current, box.current, 'below')
  }, [isOpen])

  useEffect(() => {
    if (!isOpen) return
    const close = () => setOpened('no')
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close()
    const onPointerDown = ({ target }: PointerEvent) =>
      box.current?.contains(target as Node) || close()
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    // the text does not follow its button
    window.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
      window.removeEventListener('scroll', close, { capture: true })
    }
  }, [isOpen])

  return (
    <span
      ref={box}
      onPointerEnter={({ pointerType }) =>
        pointerType === 'mouse' && setOpened((now) => (now === 'no' ? 'shown' : now))
      }
      onPointerLeave={({ pointerType }) =>
        pointerType === 'mouse' && setOpened((now) => (now === 'shown' ? 'no' : now))
      }
      // above a link that is stretched over its card
      className="relative z-1 inline-flex shrink-0"
    >
      <button
        type="button"
        aria-label={`What ${term} counts`}
        // The text is in the page only while it is visible. The rule does not know this global attribute.
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
        aria-description={text}
        aria-expanded={isOpen}
        onFocus={({ currentTarget }) =>
          currentTarget.matches(':focus-visible') && setOpened('shown')
        }
        onBlur={() => setOpened('no')}
        onClick={() => setOpened((now) => (now === 'pressed' ? 'no' : 'pressed'))}
        className="-m-1.5 grid size-7 place-items-center rounded-full text-ink-faint hover:text-ink focus-visible:text-ink focus-visible:-outline-offset-3 pointer-coarse:-m-2.5 pointer-coarse:size-10"
      >
        <Icon name="info" className="size-4" />
      </button>
      {isOpen && (
        <span
          ref={panel}
          popover="manual"
          className="fixed m-0 overflow-visible bg-transparent py-2 text-left whitespace-normal"
        >
          <span className="block rounded-md bg-raised px-3 py-2 text-sm font-normal tracking-normal text-ink shadow-menu">
            {text}
          </span>
        </span>
      )}
    </span>
  )
}
