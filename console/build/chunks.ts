import type { Plugin, Rolldown } from 'vite'

const sharedBy = (mergedBelow: number) => ({
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: mergedBelow,
})

/**
 * The chunks of the console: one for the entry, one for all signed-in screens with what most of them share, and one
 * for each subject that several screens are about. Few chunks, because each request costs headers and a round trip on
 * a slow phone. A chunk must not contain a module that only a part of its screens needs, unless it is small. What is
 * left is in a few more chunks: libraries, rules and primitives, each importing only from those before it. Sizes are
 * in bytes before compression.
 */
export const CHUNKS = [
  { name: 'entry', tags: ['$initial' as const], priority: 5 },
  {
    name: 'layout',
    test: modules({
      'console/src/app': ['AppLayout'],
      'console/src/ui': [
        'AddressSearch',
        'Badge',
        'Card',
        'DescriptionList',
        'Key',
        'LinkCard',
        'PageHeader',
        'Tabs',
        'VirtualGrid',
        'contact',
      ],
      'console/src/features': [
        'booking/filter-url',
        'booking/read-page',
        'booking/text',
        'booking/worklist',
        'export/ExportButton',
        'list/paged-list',
        'list/plain-search',
        'navigation/back-link',
        'navigation/headings',
        'partner/PartnerStatusBadge',
        'partner/plan-text',
        'partner/title',
        'time/date-text',
      ],
      'domain/src': [
        'booking/group',
        'booking/worklist',
        'partner/index-fields',
        'partner/list',
        'partner/plan',
        'partner/registration',
        'partner/status',
        'text/search',
        'verification/step',
      ],
      'contract/src/codec': ['(?!audit|decode|export|query-error|users)[\\w-]+'],
    }),
    priority: 4,
  },
  {
    name: 'bookings',
    test: modules({
      'console/src/features/booking': [
        'BookingList',
        'Elsewhere',
        'Filters',
        'NumberSearch',
        'queries',
      ],
    }),
    priority: 3,
  },
  {
    name: 'figures',
    test: modules({
      'domain/src/booking': [
        'definition',
        'expiry',
        'figure',
        'figure-text',
        'found',
        'funnel',
        'listing',
        'tile',
      ],
    }),
    priority: 3,
  },
  {
    name: 'partners',
    test: modules({
      'console/src/features': [
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
  },
  {
    name: 'review',
    test: modules({
      'console/src/features': [
        'partner/approval-view',
        'partner/review',
        'verification/ReviewBar',
        'verification/step-path',
      ],
    }),
    priority: 2,
  },
  {
    name: 'rules',
    test: modules({
      'domain/src': ['partner/personal-number', 'verification/document', 'verification/upload'],
    }),
    priority: 3,
  },
  {
    name: 'numbers',
    test: modules({ 'console/src/features/partner': ['PersonalNumber'] }),
    priority: 2,
  },
  {
    name: 'drafts',
    test: modules({
      'console/src/features': ['draft/DraftOffer', 'draft/use-draft', 'record/ChangeList'],
    }),
    priority: 3,
  },
  {
    name: 'verification',
    test: modules({ 'console/src/features': ['document/DocumentCard', 'verification/StepPage'] }),
    priority: 2,
  },
  { name: 'library', test: /node_modules/, priority: 1, ...sharedBy(4000) },
  { name: 'rules', test: /domain.src/, priority: 1, ...sharedBy(3000) },
  { name: 'primitives', test: /console.src.ui/, priority: 1, ...sharedBy(3000) },
  { name: 'shared', ...sharedBy(800) },
]

/** Returns a pattern of the paths of modules, which are listed by folder without their extension. */
function modules(folders: Record<string, string[]>): RegExp {
  const paths = Object.entries(folders).map(([folder, names]) => `${folder}/(?:${names.join('|')})`)
  return new RegExp(`(?:${paths.join('|')})\\.tsx?$`.replaceAll('/', '[\\\\/]'))
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
