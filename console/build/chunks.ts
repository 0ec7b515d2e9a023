import type { Plugin, Rolldown } from 'vite'

const ANY_NAME = '[\\w-]+'

/** Limits a group to modules that at least two screens import. A module of one screen stays in that screen's chunk. */
const SHARED = { minShareCount: 2 }

/**
 * The chunks of the console: one for the entry, one for all signed-in screens with what most of them share, and one
 * for each subject that several screens are about. Few chunks, because each request costs headers and a round trip on
 * a slow phone, and a browser sends six requests at a time over HTTP/1.1.
 */
export const CHUNKS = [
  { name: 'entry', tags: ['$initial' as const], priority: 9 },
  {
    name: 'layout',
    test: modules({
      'console/src/app': ['AppLayout'],
      'console/src/ui': [
        '(?!(?:Combobox|CountLink|Definition|DescriptionList|VirtualList|use-gradual-length|use-intent)\\b)*',
      ],
      'console/src/features': [
        'audit/LogSkeleton',
        'booking/booking-filter-url',
        'booking/read-page',
        'booking/text',
        'booking/use-bookings',
        'export/ExportButton',
        'list/*',
        'live/(?:LiveRoot|presence)',
        'navigation/*',
        'partner/(?:approval-view-url|review)',
        'partner/(?:PartnerStatusBadge|PlanBadge|plan-text)',
        'session/grant-header',
        'summary/list-nouns',
        'time/*',
      ],
      'domain/src': [
        'audit/reading',
        'booking/(?:booking|city|ended|expiry|filter|number|status|suggestion|tab|worklist)',
        'partner/(?:index-fields|list|plan|registration|status|worklist)',
        'session/role',
        'text/(?!by-name|code-point-order|found-part)*',
        'user/(?!export)*',
        'verification/(?:document|step)',
      ],
      '@tanstack/preact-query/build/modern': ['*'],
      '@tanstack/query-core/build/modern': ['*'],
      'contract/src/codec': ['(?!audit|decode|export|query-error)*'],
    }),
    priority: 8,
  },
  {
    name: 'charts',
    test: /node_modules.d3-|features.chart/,
    priority: 6,
    ...SHARED,
  },
  {
    name: 'summary',
    test: modules({
      'console/src/ui': ['CountLink', 'Definition'],
      'console/src/features': [
        'booking/(?:FigureLink|totals-queries)',
        'chart/money',
        'search/*',
        'summary/*',
      ],
      'domain/src': [
        'booking/(?:definition|figure|figure-text|funnel|group|tile|totals)',
        'text/found-part',
      ],
    }),
    priority: 7,
    ...SHARED,
  },
  {
    name: 'bookings',
    test: modules({
      'console/src/ui': ['Combobox'],
      'console/src/features': [
        'booking/(?:BookingCard|BookingList|BookingNotice|FilteredBookings|Filters|NumberSearch|PlannerFilter|number-lookup)',
      ],
    }),
    priority: 5,
    ...SHARED,
  },
  {
    name: 'partners',
    test: modules({
      'console/src/features': [
        'partner/(?:DeletePartnerButton|PartnerCard|PartnerCards|PartnerList)',
      ],
      'console/src/screens': [
        '(?:gst-requests|guest-partners|inprogress-partners|partner-details)/*',
      ],
    }),
    priority: 5,
  },
  {
    name: 'audit',
    test: modules({
      'console/src/features': ['audit/(?:AuditEntryText|RecordLog|queries|subject-screen)'],
      'console/src/screens': ['booking-details-card/SetBy'],
      'domain/src': ['audit/*'],
      'contract/src/codec': ['audit'],
    }),
    priority: 4,
  },
  {
    name: 'decisions',
    test: modules({
      'console/src/features': ['partner/(?:messages|mutations)', 'record/(?:conflict|saver)'],
      'domain/src': ['partner/deletion', 'verification/decision'],
    }),
    priority: 5,
    ...SHARED,
  },
  {
    name: 'record',
    test: modules({
      'console/src/ui': ['DescriptionList'],
      'console/src/features': [
        'audit/Timeline',
        'booking/(?:BookingLink|DoubleBookings|on-days)',
        'draft/*',
        'live/(?:Changed|Presence)Notice',
        'partner/PartnerScreen',
        'person/(?:PersonMenu|subject)',
        'record/(?:ChangeList|ErasedNotice)',
        'user/*',
      ],
      'domain/src': [
        'audit/(?:actor|label)',
        'booking/(?:event-time|planner-name)',
        'partner/personal-number',
      ],
    }),
    priority: 5,
    ...SHARED,
  },
  {
    name: 'partner-record',
    test: modules({
      'console/src/features': [
        'partner/(?:CallPartner|gst-text|neighbours|PersonalNumber|ServiceChips|reveal-number)',
        'verification/(?:ReviewBar|step-path)',
      ],
      'console/src/screens': ['approval-panel-kyc/*'],
      'domain/src': ['partner/personal-(?!number)*'],
    }),
    priority: 5,
  },
  {
    name: 'partner-calls',
    test: modules({ 'console/src/screens': ['(?:gst-requests-id|inprogress-partners-id)/*'] }),
    priority: 2,
  },
  {
    name: 'partner-bookings',
    test: modules({
      'console/src/features': ['booking/(?:PartnerDoubleBookings|of-partner)'],
      'console/src/screens': ['(?:guest-partners|partner-details)-id/*'],
    }),
    priority: 2,
  },
  {
    name: 'live',
    test: modules({ 'console/src/features': ['live/Live'], 'client/src': ['event-stream'] }),
    priority: 2,
  },
  {
    name: 'verification',
    test: modules({
      'console/src/features': ['verification/StepPage'],
      'console/src/screens': ['approval-panel-kyc-(?:company-kyc|in-person|online-kyc)/*'],
    }),
    priority: 2,
  },
  {
    name: 'account',
    test: modules({
      'console/src/features': [
        'account/queries',
        'second-factor/(?:ProofFields|calls|failure|passkey|queries|use-proof)',
      ],
      'domain/src': ['session/(?:device-name|recent-sign-in|second-factor)'],
    }),
    priority: 2,
  },
  {
    name: 'new-password',
    test: modules({
      'console/src/features': ['session/(?:NewPasswordFields|new-password)'],
      'domain/src': ['session/password'],
    }),
    priority: 2,
  },
  // the dialogs of one subject, which are loaded together
  {
    name: 'account-dialogs',
    test: modules({
      'console/src/screens': ['account/(?:EndSessions|Factor|Password)Dialog'],
    }),
    priority: 1,
  },
  {
    name: 'second-step',
    test: modules({ 'console/src/screens': ['login/(?:FirstEnrolment|SecondStep)'] }),
    priority: 1,
  },
  {
    name: 'administrator-dialogs',
    test: modules({ 'console/src/screens': ['administrators/(?:Change|Invite)Dialog'] }),
    priority: 1,
  },
  {
    name: 'person-dialogs',
    test: modules({ 'console/src/features': ['person/(?:Erase|Export)PersonDialog'] }),
    priority: 1,
  },
  {
    name: 'palette',
    test: modules({ 'console/src/features': ['palette/(?:KeyboardHelp|PaletteResults)'] }),
    priority: 1,
  },
  { name: 'shared', priority: 0, ...SHARED },
]

/** A module that is imported on demand, and the folders of the screens that load it with their first paint. */
export const ON_DEMAND_AT_FIRST = {
  module: 'console/src/features/document/DocumentViewer.tsx',
  screens: ['approval-panel-kyc-company-kyc', 'approval-panel-kyc-online-kyc'],
} as const

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
