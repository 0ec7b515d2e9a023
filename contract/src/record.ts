import { type TObject, type TSchema, Type } from 'typebox'

/** A field of a record that a host sends: of any type, for hosts differ. Usually as the example. */
export function field(description: string, example: unknown): TSchema {
  return Type.Optional(Type.Unknown({ description, examples: [example] }))
}

/** A record of a host: the fields of §3, and any others that it has. */
export function record(properties: Record<string, TSchema>): TObject {
  return Type.Object(
    {
      ...properties,
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'How often the record was written; a Mandap host always sends it.',
        }),
      ),
    },
    { additionalProperties: true },
  )
}

export const IdParams = Type.Object({ id: Type.String({ minLength: 1 }) })

/** The version of the record, as `GET` sends it: `"3"`. */
export const VersionTag = {
  ETag: {
    description: 'The version of the record; send it back as `If-Match`.',
    schema: Type.String({ examples: ['"3"'] }),
  },
}

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      pattern: String.raw`^(\*|(W/)?"\d{1,9}")$`,
      description: 'The `ETag` of the record that was changed; a newer one answers 409.',
      examples: ['"3"'],
    }),
  ),
})

/** How many to send, and the cursor of the page before. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default 50.' })),
  after: Type.Optional(
    Type.String({ maxLength: 8000, description: 'The `next` of the page before.' }),
  ),
}

/** For lists that one can jump in. */
export const Skip = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'Pass over so many, where there is no `after`.',
  }),
)

export function page<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `after` for the next page; null on the last.',
    }),
    total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'All records of the list; null where `after` was sent, and for suggestions.',
    }),
  })
}

/** The properties of an object with one count for each key. */
export function countsBy<Key extends string>(keys: readonly Key[]) {
  const counts = keys.map((key) => [key, Type.Integer({ minimum: 0 })])
  return Object.fromEntries(counts) as Record<Key, ReturnType<typeof Type.Integer>>
}
