import { type Reach, whyExposed } from './exposure.ts'

/** Whether administrators need, may have, or cannot have a second factor. */
export type SecondFactorRule = 'required' | 'optional' | 'off'

/**
 * Returns the rule if SECOND_FACTOR is not set. The demonstration starts with a password alone, and a hosted service has a
 * rule of its own.
 */
export function secondFactorRule(
  settings: Reach & { demoData: 'full' | 'none'; identity: 'embedded' | 'firebase' },
): SecondFactorRule {
  const isDemonstration = settings.demoData === 'full' && whyExposed(settings) === undefined
  return isDemonstration || settings.identity === 'firebase' ? 'optional' : 'required'
}
