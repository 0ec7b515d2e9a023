import { type TObject, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { DEFAULT_LIMIT, MAX_LIMIT } from './limits.ts'

/** Returns the schema of a record's field. It allows any type, because hosts differ. */
export function field(description: string, example: unknown): TSchema {
  return Type.Optional(Type.Unknown({ description, examples: [example] }))
}

/** Returns the schema of a record: the fields of §3, and any other field. */
export function record(properties: Record<string, TSchema>): TObject {
  return Type.Object(
    {
      ...properties,
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'How often the record has been written. Our own server always sends it.',
        }),
      ),
    },
    { additionalProperties: true },
  )
}

/** The field of a person's record that says whether they were erased. */
export const ERASED_AT = field(
  'When the person was erased. Absent for everybody else.',
  '2026-11-25T10:00:00.000Z',
)

export const orNull = <S extends TSchema>(schema: S, options?: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options)

/** Returns the schema of an instant in an answer. */
export const moment = (description?: string) =>
  Type.String({
    format: 'date-time',
    examples: ['2026-11-21T10:15:00.000Z'],
    ...(description !== undefined && { description }),
  })

/** Returns the keys of an object that lists the values of a field. */
export const keysOf = <T extends object>(labels: T) => Object.keys(labels) as (keyof T & string)[]

export const IdParams = Type.Object({ id: Type.String({ minLength: 1 }) })

/** The header with the version of the record: `"3"`. */
export const VersionTag = {
  ETag: {
    description: 'The version of the record. Send it back as `If-Match`.',
    schema: Type.String({ examples: ['"3"'] }),
  },
}

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      pattern: String.raw`^(\*|(W/)?"\d{1,9}")$`,
      description:
        'The `ETag` of the record that you read. If the record has changed since, the answer is 409.',
      examples: ['"3"'],
    }),
  ),
})

/** The properties of a query with the size of a page, and the cursor at which it begins. */
export const PageProperties = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description: `Maximum number of records of the page; default ${DEFAULT_LIMIT}.`,
    }),
  ),
  after: Type.Optional(
    Type.String({ maxLength: 8000, description: 'The `next` of the previous page.' }),
  ),
}

/** For lists whose pages can be read at any position. */
export const Skip = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'How many records to skip. Only without `after`.',
  }),
)

export function page<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    next: orNull(Type.String(), {
      description: 'Send it as `after` to read the next page. Null on the last page.',
    }),
    total: orNull(Type.Integer({ minimum: 0 }), {
      description: 'The number of records in the list. Null with `after`, and for suggestions.',
    }),
  })
}

/** The properties of an object with one count for each key. */
export function countsBy<Key extends string>(keys: readonly Key[]) {
  const counts = keys.map((key) => [key, Type.Integer({ minimum: 0 })])
  return Object.fromEntries(counts) as Record<Key, ReturnType<typeof Type.Integer>>
}
