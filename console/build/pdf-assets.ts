import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const PACKAGE = dirname(require.resolve('pdfjs-dist/package.json'))
const { version } = require('pdfjs-dist/package.json') as { version: string }

/** The folder of the files that PDF.js loads by name. A browser may keep them, because it names the version. */
const FOLDER = `assets/pdfjs-${version}`

/**
 * Publishes the files that PDF.js loads by name: its worker, the standard fonts, the decoders of scanned images, and
 * their licences. The worker ends in `.js`, because some servers send `.mjs` without the type of a script.
 */
export function pdfAssets(): Plugin {
  const files = filesByName()
  return {
    name: 'pdf-assets',
    generateBundle() {
      for (const [name, path] of files)
        this.emitFile({
          type: 'asset',
          fileName: `${FOLDER}/${name}`,
          source: readFileSync(path),
        })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const path = files.get((request.url ?? '').slice(1))
        if (path === undefined) return next()
        response.setHeader('content-type', path.endsWith('js') ? 'text/javascript' : 'font/ttf')
        response.end(readFileSync(path))
      })
    },
  }
}

function filesByName(): Map<string, string> {
  const fonts = filesIn('standard_fonts', () => true)
  const decoders = filesIn('wasm', (name) => /_nowasm_fallback|_(?:JBIG2|OPENJPEG)$/.test(name))
  return new Map([
    ['pdf.worker.js', join(PACKAGE, 'legacy/build/pdf.worker.min.mjs')],
    ['LICENSE', join(PACKAGE, 'LICENSE')],
    ...fonts,
    ...decoders,
  ])
}

function filesIn(folder: string, isWanted: (name: string) => boolean): [string, string][] {
  return readdirSync(join(PACKAGE, folder))
    .filter(isWanted)
    .map((name) => [name, join(PACKAGE, folder, name)])
}
