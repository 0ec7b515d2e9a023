import { writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { answerShapes, idempotentCalls } from './answer-shapes.ts'

/** Writes `src/answers.ts` from the contract: `node client/build/generate-answers.ts`, then `npx biome format --write`. */

const literal = (value: unknown) => inspect(value, { depth: null, maxArrayLength: null })

const source = `// Generated from the contract by client/build/generate-answers.ts; do not edit.
import type { CallKey } from '@mandap/contract/calls.ts'
import type { Shape } from './shape.ts'

/** The shape of each JSON answer. */
export const ANSWERS: Partial<Record<CallKey, Shape>> = ${literal(answerShapes())}

/** The calls that may be repeated with an \`Idempotency-Key\`. */
export const IDEMPOTENT_CALLS: readonly CallKey[] = ${literal(idempotentCalls())}
`

writeFileSync(new URL('../src/answers.ts', import.meta.url), source)
