import type { Call } from './call.ts'
import { CALLS, type CallKey } from './calls.ts'

/**
 * Returns whether a viewer may make a call: one that reads, unless `viewers` of the contract refuses it, and any other
 * only if `viewers` allows it.
 */
export function isForViewers(key: CallKey): boolean {
  const call: Call = CALLS[key]
  return call.viewers ? call.viewers === 'allowed' : key.startsWith('GET ')
}
