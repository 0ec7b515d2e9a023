import type { Plugin, Rolldown } from 'vite'

const sharedBy = (mergedBelow: number) => ({
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: mergedBelow,
})

/**
 * The chunks of the console: one for the entry, one for all signed-in screens with the code that reads lists,
 * one for most lists, and one for lists of bookings. Few chunks, because each request costs headers and a round
 * trip on a slow phone. Code that some screens share is in a few more chunks: libraries, rules and primitives,
 * each importing only from those before it. Sizes are in bytes before compression.
 */
export const CHUNKS = [
  { name: 'entry', tags: ['$initial' as const], priority: 5 },
  {
    name: 'layout',
    test: /src.(?:features.)?(?:app.AppLayout|ui.PageHeader|booking.(?:read-page|group)|codec.(?!audit|export|users)\w+|ui.(?:VirtualGrid|LinkCard|Tabs|AddressSearch|contact)|list.paged-list|export.ExportButton|booking.text|time.date-text|booking.filter-url|booking.worklist)\.tsx?$/,
    priority: 4,
  },
  {
    name: 'bookings',
    test: /src.features.(?:booking.(?:BookingList|Elsewhere|Filters|NumberSearch|queries))\.tsx?$/,
    priority: 2,
  },
  { name: 'library', test: /node_modules/, priority: 1, ...sharedBy(4000) },
  { name: 'rules', test: /domain.src/, priority: 1, ...sharedBy(3000) },
  { name: 'primitives', test: /console.src.ui/, priority: 1, ...sharedBy(3000) },
  { name: 'shared', ...sharedBy(800) },
]

/** Fails a build whose chunks import each other in a circle, because one of them would run before its imports. */
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
