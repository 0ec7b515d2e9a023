import { consoleUnit, type Fault } from './fault.ts'

/** A wrong session in the browser. */
export const SESSION_FAULTS: readonly Fault[] = [
  {
    name: 'a-server-error-while-renewing-signs-out',
    file: 'console/src/features/session/token-exchange.ts',
    find: 'status >= 400 && status < 500 && !isTooMany',
    replace: 'status >= 400 && !isTooMany',
    checks: consoleUnit('features/session/session'),
  },
  {
    name: 'a-late-renewal-brings-a-session-back',
    file: 'console/src/features/session/session.ts',
    find: 'if (state.token !== stale) return state.token\n    keep(',
    replace: 'keep(',
    checks: consoleUnit('features/session/session'),
  },
  {
    name: 'recent-records-outlive-the-session',
    file: 'console/src/features/session/session.ts',
    find: "storage.removeItem(RECENT_KEY)\n    storage.setItem(SUPER_ADMIN_KEY, 'false')",
    replace: "storage.setItem(SUPER_ADMIN_KEY, 'false')",
    checks: consoleUnit('features/session/session', 'features/palette/recent'),
  },
  {
    name: 'a-failed-renewal-is-repeated-for-each-waiting-call',
    file: 'console/src/features/session/session.ts',
    find: 'renewal ??= alone(',
    replace: 'renewal = alone(',
    checks: consoleUnit('features/session/session'),
  },
  {
    name: 'activity-in-another-tab-does-not-count',
    file: 'console/src/features/session/idle.ts',
    find: 'Math.max(stored, last)',
    replace: 'last',
    checks: consoleUnit('features/session/idle'),
  },
  {
    name: 'a-movement-after-sleep-saves-an-ended-session',
    file: 'console/src/features/session/idle.ts',
    find: 'if (burst && now() - burst.last > ACTIVITY_DEBOUNCE_MS) endBurst(burst.last)',
    replace: '',
    checks: consoleUnit('features/session/idle'),
  },
  {
    name: 'a-grant-outlives-its-end-in-the-browser',
    file: 'console/src/features/session/elevation.ts',
    find: 'if (left === 0) end()',
    replace: 'if (left < 0) end()',
    checks: consoleUnit('features/session/elevation'),
  },
  {
    name: 'a-new-tab-does-not-get-the-grant',
    file: 'console/src/features/session/elevation.ts',
    find: "if (held !== null) post({ kind: 'begun', elevation: held })",
    replace: '',
    checks: consoleUnit('features/session/elevation'),
  },
  {
    name: 'the-address-of-the-person-stays-in-the-browser',
    file: 'console/src/features/session/session.ts',
    find: '    storage.removeItem(PERSON_KEY)\n',
    replace: '',
    checks: consoleUnit('features/session/session'),
  },
]
