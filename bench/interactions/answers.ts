import type { Answer } from './clock.ts'

/** The list with this name shows other records or another number of them, and none of them is loading. */
export function otherRecords(list: string): Answer {
  return {
    argument: `ul[aria-label="${list}"], section[aria-label="${list}"] output`,
    from: (selector) => {
      const find = () => [...document.querySelectorAll(selector)]
      const textOf = (found: readonly Element[]) => found.map((one) => one.textContent).join()
      const before = textOf(find())
      let hasChanged = false
      return () => {
        const found = find()
        const isBusy = found.some((one) => one.ariaBusy === 'true')
        hasChanged ||= isBusy || textOf(found) !== before
        return hasChanged && !isBusy && !found.some((one) => one.querySelector('li[aria-busy]'))
      }
    },
  }
}

/** Suggestions that begin with this text are shown. */
export function suggestionsFor(text: string): Answer {
  return {
    argument: text,
    from: (typed) => () => {
      const options = [...document.querySelectorAll('[role=listbox] [role=option]')]
      return options.length > 0 && options.every((one) => one.textContent.startsWith(typed))
    },
  }
}

/** The screen has another heading. */
export function otherHeading(): Answer {
  return {
    argument: 'main h1',
    from: (selector) => {
      const before = document.querySelector(selector)?.textContent
      return () => ![undefined, '', before].includes(document.querySelector(selector)?.textContent)
    },
  }
}

/** There is such an element. */
export function shown(selector: string): Answer {
  return { argument: selector, from: (one) => () => document.querySelector(one) !== null }
}

/** There is no such element. */
export function gone(selector: string): Answer {
  return { argument: selector, from: (one) => () => document.querySelector(one) === null }
}
