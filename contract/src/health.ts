import { Type } from 'typebox'
import type { Call } from './call.ts'

const ok = Type.Object({ status: Type.Literal('ok') })

export const healthCalls = {
  'GET /health': {
    summary: 'Check that the server answers',
    public: true,
    answers: { 200: { description: 'The server answers.', schema: ok } },
  },
  'GET /health/ready': {
    summary: 'Check that the database answers and is migrated',
    public: true,
    answers: { 200: { description: 'The database answers and is migrated.', schema: ok } },
    errors: [503],
  },
} as const satisfies Record<string, Call>
