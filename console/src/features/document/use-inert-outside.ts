import { type RefObject, useLayoutEffect } from 'preact/compat'

/** Makes everything outside of an element inert while `isActive`, so that the focus stays in the element. */
export function useInertOutside(box: RefObject<HTMLElement | null>, isActive: boolean): void {
  useLayoutEffect(() => {
    if (!isActive || !box.current) return undefined
    const outside = elementsOutside(box.current).filter((element) => !element.inert)
    for (const element of outside) element.inert = true
    return () => {
      for (const element of outside) element.inert = false
    }
  }, [box, isActive])
}

/** Returns the siblings of an element and of everything around it. */
function elementsOutside(inner: HTMLElement): HTMLElement[] {
  const { parentElement } = inner
  if (!parentElement) return []
  const siblings = [...parentElement.children].filter(
    (element): element is HTMLElement => element instanceof HTMLElement && element !== inner,
  )
  return [...siblings, ...elementsOutside(parentElement)]
}
