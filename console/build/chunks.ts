import type { Plugin, Rolldown } from 'vite'

const sharedBy = (mergedBelow: number) => ({
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: mergedBelow,
})

/**
 * What the entry needs is one chunk, what every signed-in screen needs a second, what most lists need a
 * third; each takes along what it imports. What is left and shared by some screens makes a few more, for
 * each request costs its headers and a round trip of a slow phone. Libraries, rules and primitives stand
 * apart there, each importing only those before it. Sizes in bytes, before compression.
 */
export const CHUNKS = [
  { name: 'entry', tags: ['$initial' as const], priority: 4 },
  { name: 'frame', test: /src.(?:app.Frame|ui.PageHeader)\.tsx$/, priority: 3 },
  {
    name: 'list',
    test: /src.(?:ui.(?:LongList|LinkCard|Tabs|AddressSearch)|host.blocks|export.ExportButton)\.tsx?$/,
    priority: 2,
  },
  { name: 'library', test: /node_modules/, priority: 1, ...sharedBy(20_000) },
  { name: 'rules', test: /domain.src/, priority: 1, ...sharedBy(3000) },
  { name: 'primitives', test: /console.src.ui/, priority: 1, ...sharedBy(3000) },
  { name: 'shared', ...sharedBy(3000) },
]

/** Fails a build whose chunks import each other in a circle: one of them would run before what it needs. */
export function chunkOrder(): Plugin {
  return {
    name: 'chunk-order',
    generateBundle(_options, bundle) {
      const circle = circleIn(bundle)
      if (circle) this.error(`These chunks import each other: ${circle.join(' → ')}`)
    },
  }
}

function circleIn(bundle: Rolldown.OutputBundle): string[] | null {
  const done = new Set<string>()
  function circleFrom(name: string, path: string[]): string[] | null {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    const chunk = bundle[name]
    if (done.has(name) || chunk?.type !== 'chunk') return null
    for (const next of chunk.imports) {
      const circle = circleFrom(next, [...path, name])
      if (circle) return circle
    }
    done.add(name)
    return null
  }
  for (const name of Object.keys(bundle)) {
    const circle = circleFrom(name, [])
    if (circle) return circle
  }
  return null
}
