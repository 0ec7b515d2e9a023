import type { Plugin } from 'vite'

const MADE_AT_START = /^((?:const|let|var) \w+ = )([\w$]+\.(?:forwardRef|createContext|memo)\()/gm

const NAMED_FOR_TOOLS = /^\w+\.displayName = .*;$/gm

/**
 * Makes unused components of a library removable: the bundler cannot know that `forwardRef` has no side effect,
 * and that `displayName` is for developer tools only.
 */
export function pureComponents(): Plugin {
  return {
    name: 'pure-components',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/@tanstack\// },
      handler: (code) => ({
        code: code.replace(NAMED_FOR_TOOLS, '').replace(MADE_AT_START, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}
