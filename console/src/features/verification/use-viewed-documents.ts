import type { Partner } from '@mandap/domain/partner/partner.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import { documentsNotSeen, type DocumentView } from '@mandap/domain/verification/document-view.ts'
import type { Step, StepItem } from '@mandap/domain/verification/step.ts'
import { useCallback, useState } from 'preact/compat'

/** How the documents were viewed, by `documentOf`. */
type Views = Readonly<Record<string, DocumentView | null>>

/** Holds how the documents of a step were viewed on this screen. */
export function useViewedDocuments(partner: Partner, step: Step) {
  const [views, setViews] = useState<Views>({})

  const onView = useCallback(
    (item: StepItem, view: DocumentView | null) => {
      const viewed = documentOf(partner, item)
      setViews((before) => (before[viewed] === 'seen' ? before : { ...before, [viewed]: view }))
    },
    [partner],
  )

  const notSeen = () =>
    documentsNotSeen(step, partner, (item) => views[documentOf(partner, item)] ?? null)

  return { onView, notSeen }
}

/** Returns a key of an uploaded document. A new upload has another one. */
function documentOf(partner: Partner, item: StepItem): string {
  return `${item} ${partner[DOCUMENTS[item].field]}`
}
