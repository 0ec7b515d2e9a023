import * as fc from 'fast-check'
import type { TSchema } from 'typebox'

/** The parts of JSON Schema that the contract uses. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  examples?: unknown[]
}

/** Values that the schema allows, including those at its limits. `named` has values by the name of the field. */
export function allowed(
  schema: TSchema,
  named: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<unknown> {
  return valueOf(schema, named)
}

function valueOf(
  schema: Schema,
  named: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, named)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, named)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, named), { maxLength: 4 })
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return schema.examples ? fc.constantFrom(...schema.examples) : fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(
  { properties = {}, patternProperties = {}, required = [] }: Schema,
  named: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      named[name] ?? valueOf(property, named),
    ]),
  )
  const [open] = Object.values(patternProperties)
  return open
    ? fc.dictionary(fc.string({ maxLength: 8 }), valueOf(open, named), { maxKeys: 3 })
    : fc.record(fields, { requiredKeys: required })
}

function textOf({ pattern, examples, minLength = 0, maxLength = 200 }: Schema) {
  const usual = examples ? [fc.constantFrom(...examples)] : []
  if (pattern !== undefined) return fc.oneof(...usual, fc.stringMatching(new RegExp(pattern)))
  const longest = fc.constant('x'.repeat(Math.min(maxLength, 5000)))
  return fc.oneof(
    ...usual,
    { weight: 3, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, 30) }) },
    { weight: 1, arbitrary: longest },
  )
}

function numberOf({ minimum = -1000, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))
}
