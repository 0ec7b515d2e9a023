import { DATABASE_FAULTS } from './database.ts'
import { DESTRUCTION_FAULTS } from './destruction.ts'
import type { Fault } from './fault.ts'
import { GUARD_FAULTS } from './guards.ts'
import { LIVE_FAULTS } from './live.ts'
import { PROOF_FAULTS } from './proofs.ts'
import { RULE_FAULTS } from './rules.ts'
import { SCREEN_FAULTS } from './screens.ts'
import { CALL_FAULTS } from './calls.ts'
import { SESSION_FAULTS } from './session.ts'

/** Every fault of `npm run test:faults`. */
export const FAULTS: readonly Fault[] = [
  ...RULE_FAULTS,
  ...DATABASE_FAULTS,
  ...GUARD_FAULTS,
  ...PROOF_FAULTS,
  ...DESTRUCTION_FAULTS,
  ...LIVE_FAULTS,
  ...CALL_FAULTS,
  ...SESSION_FAULTS,
  ...SCREEN_FAULTS,
]
