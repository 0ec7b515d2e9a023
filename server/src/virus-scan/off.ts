/** The value of `CLAMD` with which documents are not scanned. */
export const NOT_SCANNED = 'off'
