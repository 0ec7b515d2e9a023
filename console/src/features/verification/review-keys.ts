/** A keyboard shortcut of a review screen. It works, and is listed, while it has a function. */
export interface ReviewKey {
  key: string
  what: string
  run: (() => void) | undefined
}

/** The keyboard shortcuts of a review, as the help of the console lists them. */
export const REVIEW_KEYS = [
  { key: 'j', what: 'First partner of the list, next partner' },
  { key: 'k', what: 'Previous partner' },
  { key: '1–3', what: 'Open a step' },
  { key: 'o', what: 'Open the step that is due' },
  { key: 'a', what: 'Approve' },
  { key: 'r', what: 'Reupload' },
  { key: 'd', what: 'Decline' },
  { key: '?', what: 'The keys of the screen' },
]
