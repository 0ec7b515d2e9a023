import { Type } from 'typebox'
import type { Call } from './call.ts'
import { ErrorBody } from './error-body.ts'

const status = Type.Literal('ok')
const parts = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description:
      'Only with the metrics token: `ok`, or what is wrong with the part. Without `encryptionKey` or `documentStore` the server is ready, because most calls work.',
    examples: [{ database: 'ok', documentStore: 'ok' }],
  }),
)

export const healthCalls = {
  'GET /health': {
    summary: 'Check that the server answers',
    section: null,
    public: true,
    answers: { 200: { description: 'The server answers.', schema: Type.Object({ status }) } },
  },
  'GET /health/ready': {
    summary: 'Check that the server can answer calls',
    section: null,
    description:
      'For load balancers: the database answers and is migrated, and the server is not about to stop. With `Authorization: Bearer` and the metrics token, the answer names the state of each part.',
    public: true,
    answers: {
      200: { description: 'The server is ready.', schema: Type.Object({ status, parts }) },
      503: {
        description: 'The server is not ready.',
        schema: Type.Object({ error: ErrorBody.properties.error, parts }),
      },
    },
  },
} as const satisfies Record<string, Call>
