import type { Plugin, Rolldown } from 'vite'

const ANY_NAME = '[\\w-]+'

/** In a group with this, what only one screen imports is in the chunk of that screen. */
const SHARED = { minShareCount: 2 }

/**
 * The chunks of the console: one for the entry, one for all signed-in screens with what most of them share, and one
 * for each subject that several screens are about. Few chunks, because each request costs headers and a round trip on
 * a slow phone, and a browser sends six requests at a time over HTTP/1.1.
 */
export const CHUNKS = [
  { name: 'entry', tags: ['$initial' as const], priority: 5 },
  {
    name: 'layout',
    test: modules({
      'console/src/app': ['AppLayout'],
      'console/src/ui': ['*'],
      'console/src/features': [
        'booking/filter-url',
        'booking/OpenBooking',
        'booking/read-page',
        'booking/text',
        'booking/worklist',
        'export/ExportButton',
        'list/*',
        'live/LiveRoot',
        'navigation/*',
        'partner/PartnerStatusBadge',
        'partner/plan-text',
        'partner/title',
        'search/*',
        'summary/*',
        'time/*',
        'user/*',
      ],
      'domain/src': [
        'audit/reading',
        'booking/*',
        'partner/index-fields',
        'partner/list',
        'partner/plan',
        'partner/registration',
        'partner/status',
        'partner/worklist',
        'text/*',
        'user/*',
        'verification/step',
      ],
      '@tanstack/preact-query/build/modern': ['*'],
      '@tanstack/query-core/build/modern': ['*'],
      'contract/src/codec': ['(?!audit|decode|export|query-error)*'],
    }),
    priority: 4,
  },
  {
    name: 'charts',
    test: /node_modules.d3-|features.chart/,
    priority: 3,
    ...SHARED,
  },
  { name: 'bookings', test: /features.booking/, priority: 3, ...SHARED },
  {
    name: 'partners',
    test: modules({
      'console/src/features': [
        'live/(?:Changed|Presence)Notice',
        'partner/CallPartner',
        'partner/DeletePartnerButton',
        'partner/PartnerCards',
        'partner/PartnerList',
        'partner/PartnerScreen',
        'partner/PlanBadge',
        'partner/ServiceChips',
        'partner/mutations',
        'record/conflict',
      ],
      'domain/src': ['partner/deletion', 'verification/decision'],
    }),
    priority: 3,
    ...SHARED,
  },
  {
    name: 'record',
    test: modules({
      'console/src/features': [
        'audit/*',
        'draft/*',
        'partner/PersonalNumber',
        'partner/review',
        'partner/under-review',
        'record/*',
        'verification/ReviewBar',
        'verification/step-path',
      ],
      'domain/src': ['audit/*', 'verification/(?:document|upload)'],
    }),
    priority: 2,
    ...SHARED,
  },
  {
    name: 'verification',
    test: modules({ 'console/src/features': ['document/DocumentCard', 'verification/StepPage'] }),
    priority: 1,
    ...SHARED,
  },
  { name: 'shared', priority: 0, ...SHARED },
]

/** Returns a pattern of the paths of modules, which are listed by folder without their extension. `*` is any name. */
function modules(folders: Record<string, string[]>): RegExp {
  const paths = Object.entries(folders).map(
    ([folder, names]) => `${folder}/(?:${names.join('|').replaceAll('*', ANY_NAME)})`,
  )
  return new RegExp(`(?:${paths.join('|')})\\.[jt]sx?$`.replaceAll('/', '[\\\\/]'))
}

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
