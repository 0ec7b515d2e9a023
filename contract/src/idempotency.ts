import { type TObject, Type } from 'typebox'
import type { Call } from './call.ts'

/** The header of a write that a client can repeat: docs/decisions/repeated-writes.md. */
const IdempotencyKey = {
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
      description:
        'A UUID for this write. For 24 hours, the same request with the same key changes nothing and returns the first answer. A different request with the same key answers 422.',
      examples: ['0b51e5cf-0f6a-4a3c-9d6c-2f1a7ad6e0c1'],
    }),
  ),
}

/** Returns the headers that a call takes: its own, and the key of a write that may be repeated. */
export function headersOf({ headers, idempotent }: Call): TObject | undefined {
  return idempotent ? Type.Object({ ...headers?.properties, ...IdempotencyKey }) : headers
}
