import { type TObject, Type } from 'typebox'
import type { Call } from './call.ts'

/** Sent with a write that may be repeated: docs/decisions/repeated-writes.md. */
const IdempotencyKey = {
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
      description:
        'A UUID of this write. The same request with the same key makes no second change and gets the first answer, for 24 hours. A different request with it answers 422.',
      examples: ['0b51e5cf-0f6a-4a3c-9d6c-2f1a7ad6e0c1'],
    }),
  ),
}

/** Returns the headers that a call takes: its own, and the key of a write that may be repeated. */
export function headersOf({ headers, idempotent }: Call): TObject | undefined {
  return idempotent ? Type.Object({ ...headers?.properties, ...IdempotencyKey }) : headers
}
