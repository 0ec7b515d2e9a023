import { CALLS } from '@mandap/contract/calls.ts'

/** The first parts of the paths of all calls, and the files that the host serves beside them. */
const FIRST_PARTS = [
  ...new Set(Object.keys(CALLS).map((key) => (key.split(' ')[1] ?? '').split('/')[1] ?? '')),
  'config.json',
]

/** The pattern of the paths that the development server proxies to the host. */
export const PROXIED_PATHS = `^/(?:${FIRST_PARTS.map((part) => part.replaceAll('.', '\\.')).join('|')})(?:[/?]|$)`
