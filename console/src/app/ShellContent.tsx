import { useLayoutEffect, useRef } from 'preact/compat'

/** Returns the heading and the placeholders of the page's shell, or null if it is not visible. */
export function findShellContent(): readonly Element[] | null {
  const content = document.querySelector('.shell-in')?.lastElementChild
  const isVisible = document.documentElement.dataset['signedIn'] !== undefined
  return content && isVisible ? [...content.children] : null
}

/** Shows the content of the shell in place of a screen, until `onEnd` is called in the next task or after `until`. */
export function ShellContent({
  content,
  until,
  onEnd,
}: {
  content: readonly Element[]
  until: Promise<void> | undefined
  onEnd: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.append(...content)
    let isShown = true
    async function end() {
      await until
      if (isShown) onEnd()
    }
    const timer = setTimeout(() => void end())
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [content, until, onEnd])
  return <div ref={box} aria-hidden="true" />
}
