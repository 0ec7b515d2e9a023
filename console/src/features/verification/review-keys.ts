/** The keyboard shortcuts of a review, as `?` lists them. */
export const REVIEW_KEYS = [
  { key: 'a', what: 'Approve' },
  { key: 'r', what: 'Reupload' },
  { key: 'd', what: 'Decline' },
  { key: 'j', what: 'Next partner' },
  { key: 'k', what: 'Previous partner' },
  { key: '?', what: 'These keys' },
]
