import { type Static, Type } from 'typebox'

/** The body of every answer that is not a success, but those of the identity calls. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'For programs.', examples: ['NOT_FOUND'] }),
      message: Type.String({
        description: 'A sentence for the person.',
        examples: ['There is no booking with this id.'],
      }),
      field: Type.Optional(
        Type.String({ description: 'The field of the request that is wrong.', examples: ['_id'] }),
      ),
    }),
  },
  { additionalProperties: false },
)

export type ErrorBody = Static<typeof ErrorBody>
