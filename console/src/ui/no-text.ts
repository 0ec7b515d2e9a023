/** What stands where a record lacks something (§2). */
export const NO_TEXT = 'Not Available'
