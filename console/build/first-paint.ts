import { createHash } from 'node:crypto'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { FIRST_ROWS } from '../src/features/client/first-calls.ts'
import { type Heading, HEADINGS } from '../src/features/navigation/headings.ts'
import { ROUTES } from '../src/features/navigation/paths.ts'
import { baseScript, folderBefore } from './base-script.ts'
import { ON_DEMAND_AT_FIRST } from './chunks.ts'
import { firstCallsScript } from './first-calls-script.ts'
import { FIRST_CALLS } from './first-calls.ts'
import {
  firstPaintScript,
  headingScript,
  type Preloads,
  startScript,
} from './first-paint-script.ts'
import { trustedTypesScript } from './trusted-types-script.ts'

/** Tailwind's defaults for browsers without `@property`, all of which are older than the targets of the build. */
const UNREGISTERED_PROPERTIES = /@layer properties\{@supports [^{]*\{[^}]*\}\}\}/

/** A condition of Tailwind that each browser of the build's targets meets, because the colors use `light-dark()`. */
const ALWAYS_SUPPORTED =
  /@supports \(color:color-mix\(in lab, red, red\)\)\{((?:[^{}]*\{[^{}]*\})*)\}/g

/**
 * Makes index.html paint at once: inlines the stylesheet and scripts. They preload the chunks of the opened screen, send
 * its first calls, write its heading into the shell, and execute the entry after the first paint. A CSP meta element
 * allows exactly this inline content by its hash. With a relative `base` in Vite's configuration, another inline
 * script finds the folder of the page.
 */
export function firstPaint(): Plugin {
  let isMovable = false
  return {
    name: 'first-paint',
    configResolved({ base }) {
      isMovable = base === './'
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, context) =>
        context.server
          ? html.replace(
              '</head>',
              `<script>${callOf(firstPaintScript, { layout: [], screens: {} })}</script></head>`,
            )
          : html,
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') this.error('index.html is not in the bundle')

        const css = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'))
        const style = css
          .map((file) => (file.type === 'asset' ? String(file.source) : ''))
          .join('')
          // relative URLs begin in the folder of the stylesheet, which is one below that of the page
          .replaceAll('url(../', 'url(')
          .replace(UNREGISTERED_PROPERTIES, '')
          .replace(ALWAYS_SUPPORTED, '$1')
          .trim()
        for (const file of css) delete bundle[file.fileName]

        let entry = ''
        // before the scripts are added, whose hashes are in the policy
        const source = String(page.source)
          .replaceAll(/\s+(?=<|\/>)|(?<=>)\s+/g, '')
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
          .replace(/<script type="module"[^>]*src="([^"]*)"><\/script>/, (_, address: string) => {
            entry = address
            return `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`
          })
        if (entry === '') this.error('index.html has no entry')

        const preloads = preloadsOf(bundle)
        const opening = isMovable ? minified(folderScript()) : ''
        const beforePaint = minified(
          `(${String(trustedTypesScript)})();${callOf(firstPaintScript, preloads)};${callOf(firstCallsScript, { screens: byFolder(FIRST_CALLS, preloads), rows: FIRST_ROWS })}`,
        )
        const heading = minified(callOf(headingScript, byFolder<Heading>(HEADINGS, preloads)))
        const start = minified(callOf(startScript, entry))
        const scripts = [opening, beforePaint, heading, start].filter(Boolean)
        const policy = `script-src 'self' ${scripts.map(hashOf).join(' ')}; style-src 'self' ${hashOf(style)}; require-trusted-types-for 'script'; trusted-types default; object-src 'none'; base-uri ${isMovable ? "'self'" : "'none'"}`

        page.source = source
          .replace(
            /<meta charset="utf-8"\s*\/?>/,
            (charset) =>
              `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">${opening && `<script>${opening}</script>`}`,
          )
          .replace('</head>', () => `<style>${style}</style><script>${beforePaint}</script></head>`)
          .replace('<!-- heading script -->', () => `<script>${heading}</script>`)
          .replace('</body>', () => `<script>${start}</script></body>`)
          .replaceAll(/<!--.*?-->/gs, '')
      },
    },
  }
}

function folderScript() {
  return `(${String(baseScript)})(${String(folderBefore(Object.values(ROUTES)))})`
}

function minified(source: string): string {
  return minifySync('inline.js', source).code
}

/** Returns the source of a call of the function with the argument. */
function callOf<T>(called: (argument: T) => void, argument: T) {
  return `(${String(called)})(${JSON.stringify(argument)})`
}

/**
 * Returns the chunks to preload. A screen's folder is its path with `-` for `/`: `/booking-details/card` is
 * `booking-details-card`, and `/guest-partners/:id` beside `/guest-partners` is `guest-partners-id`.
 */
function preloadsOf(bundle: Rolldown.OutputBundle): Preloads {
  const chunks = Object.values(bundle).filter(
    (file): file is Rolldown.OutputChunk => file.type === 'chunk',
  )
  const eager = new Set(
    chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => withImports(chunk, bundle)),
  )
  const needs = (chunk: Rolldown.OutputChunk) =>
    withImports(chunk, bundle)
      .filter((name) => !eager.has(name))
      .map((name) => /^assets\/(.*)\.js$/.exec(name)?.[1] ?? name)

  // identified by a module, because a shared chunk loses the name of its entry
  const needsOf = (module: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!found) throw new Error(`No chunk contains ${module}, so it cannot be preloaded`)
    return needs(found)
  }
  const layoutNeeds = needsOf('/app/AppLayout.tsx')
  // a screen is imported by the routes, and its dialogs by the screen
  const routed = new Set(chunks.flatMap((chunk) => (chunk.isEntry ? chunk.dynamicImports : [])))
  const screens: Record<string, string[]> = {}
  for (const chunk of chunks.filter(({ fileName }) => routed.has(fileName))) {
    const needed = needs(chunk).filter((name) => !layoutNeeds.includes(name))
    const dialogs = needed.find((name) => /^[\w-]*-dialogs-/.test(name))
    // by its modules, because the chunk of several screens is named after none of them
    for (const id of chunk.moduleIds) {
      const folder = /\/console\/src\/screens\/([^/]+)\//.exec(id)?.[1]
      if (!folder || folder === 'login') continue
      // the screen imports a module that is in the chunk of the dialogs
      if (dialogs) throw new Error(`${folder} loads ${dialogs} before a dialog is opened`)
      screens[folder] = needed
    }
  }
  for (const folder of ON_DEMAND_AT_FIRST.screens) {
    const needed = screens[folder]
    if (!needed) throw new Error(`No chunk contains the screen of ${folder}`)
    const viewer = needsOf(ON_DEMAND_AT_FIRST.module)
    screens[folder] = [...new Set([...needed, ...viewer])].filter(
      (name) => !layoutNeeds.includes(name),
    )
  }
  return { layout: layoutNeeds, screens }
}

/** Returns what is known of routes, by the folder of their screen. */
function byFolder<T>(
  routes: Partial<Record<keyof typeof ROUTES, T>>,
  { screens }: Preloads,
): Record<string, T> {
  return Object.fromEntries(
    (Object.entries(routes) as [keyof typeof ROUTES, T][]).map(([route, value]) => {
      const folder = ROUTES[route].slice(1).replaceAll('/', '-')
      // without its own folder, a screen about a record is in the folder of its path before the id
      const names = [folder.replace(':id', 'id'), folder.replace('-:id', '')]
      const name = names.find((each) => screens[each])
      if (name === undefined) throw new Error(`No chunk contains the screen of ${ROUTES[route]}`)
      return [name, value]
    }),
  )
}

function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk') withImports(next, bundle, seen)
  }
  return [...seen]
}

function hashOf(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
