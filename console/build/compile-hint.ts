import type { Plugin } from 'vite'

/** V8's explicit compile hint. It must come before any statement. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'

/**
 * Makes Chromium compile the functions of a chunk on another thread while the chunk loads. Without it, the main thread
 * compiles each function at its first call. PDF.js is left out, because most of its functions are never called.
 */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    generateBundle: {
      // Vite adds statements before those of a chunk
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.name !== 'pdf') chunk.code = COMPILE_ALL + chunk.code
      },
    },
  }
}
