/** The longest text that can be typed into a search or a field with suggestions. A host refuses a much longer one. */
export const MAX_SEARCH_LENGTH = 200
