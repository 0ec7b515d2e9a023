import { Type } from 'typebox'
import type { Call } from './call.ts'

const ok = Type.Object({ status: Type.Literal('ok') })

export const healthCalls = {
  'GET /health': {
    summary: 'Whether the server answers',
    public: true,
    answers: { 200: { description: 'It does.', schema: ok } },
  },
  'GET /health/ready': {
    summary: 'Whether its database answers too, and is migrated',
    public: true,
    answers: { 200: { description: 'It does.', schema: ok } },
    errors: [503],
  },
} as const satisfies Record<string, Call>
