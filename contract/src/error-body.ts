import { type Static, Type } from 'typebox'
import { ERROR_CODES } from './error-code.ts'

/** The body of every error, except those of the identity calls. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({
        description: `Error code, for programs: one of ${ERROR_CODES.join(', ')}, or a code of Fastify.`,
        examples: ['NOT_FOUND'],
      }),
      message: Type.String({
        description: 'Error message, for people.',
        examples: ['There is no booking with this id.'],
      }),
      field: Type.Optional(
        Type.String({ description: 'The invalid field of the request.', examples: ['_id'] }),
      ),
    }),
  },
  { additionalProperties: false },
)

export type ErrorBody = Static<typeof ErrorBody>
