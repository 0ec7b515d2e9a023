/** The selectors of what moves while something loads. */
export const LOADERS = {
  spinner: '.animate-spin',
  threeDots: '.animate-bounce-dot',
  skeleton: '.animate-shimmer',
  card: '[class*="skeleton-"]',
}

/** The selector of everything that moves while something loads. */
export const LOADER = Object.values(LOADERS).join(', ')
