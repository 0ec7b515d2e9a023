import type { Answer } from './clock.ts'

/** The list with this name shows other records, and none of them is loading. */
export function otherRecords(list: string): Answer {
  return {
    argument: `ul[aria-label="${list}"]`,
    from: (selector) => {
      const before = document.querySelector(selector)?.textContent
      let hasChanged = false
      return () => {
        const found = document.querySelector(selector)
        const isBusy = found?.ariaBusy === 'true'
        hasChanged ||= isBusy || found?.textContent !== before
        return hasChanged && !isBusy && !found?.querySelector('li[aria-busy]')
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

/** The options of the palette differ, and none of them is of the previous text. */
export function otherOptions(): Answer {
  return {
    argument: 'dialog [role=listbox]',
    from: (selector) => {
      const before = document.querySelector(selector)?.textContent
      return () => document.querySelector(selector)?.textContent !== before
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
