import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import type { TSchema } from 'typebox'
import type { Shape } from '../src/shape.ts'

/** The parts of a JSON schema that a shape is derived from. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  pattern?: string
}

/** Returns the shape of each JSON answer to a session. A record (§3) may be any object. */
export function answerShapes(): Record<string, Shape> {
  const shapes = Object.entries<Call>(CALLS).flatMap(([key, { answers, public: isPublic }]) => {
    if (isPublic) return []
    const schemas = Object.entries(answers)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { schema }]): TSchema[] => (schema ? [schema] : []))
    const [schema] = schemas
    return schema ? [[key, shapeOf(schema)] as const] : []
  })
  return Object.fromEntries(shapes)
}

/** Returns the calls that may be repeated with an `Idempotency-Key`. */
export function idempotentCalls(): string[] {
  return Object.entries<Call>(CALLS).flatMap(([key, { idempotent }]) => (idempotent ? [key] : []))
}

function shapeOf(schema: Schema): Shape {
  if (schema.anyOf) return alternatives(schema.anyOf.map(shapeOf))
  if (schema.enum) return alternatives(schema.enum.map(typeOf))
  if ('const' in schema) return typeOf(schema.const)
  switch (schema.type) {
    case 'array':
      return [shapeOf(schema.items ?? {})]
    case 'object':
      return objectShape(schema)
    case 'integer':
      return 'number'
    case 'string':
      return schema.pattern === undefined ? 'string' : new RegExp(schema.pattern)
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      throw new Error(`No shape for ${JSON.stringify(schema)}`)
  }
}

function objectShape(schema: Schema): Shape {
  const { properties = {}, patternProperties, required = [], additionalProperties } = schema
  if (additionalProperties === true) return 'object'
  const [anyName] = Object.values(patternProperties ?? {})
  if (anyName) return isUnknown(anyName) ? 'object' : { '*': shapeOf(anyName) }
  const named = Object.entries(properties).filter(([, one]) => !isUnknown(one))
  return Object.fromEntries(
    named.map(([name, one]) => [required.includes(name) ? name : `${name}?`, shapeOf(one)]),
  )
}

/** Returns whether a schema allows every value. */
function isUnknown(schema: Schema): boolean {
  return !['type', 'anyOf', 'enum', 'const'].some((part) => part in schema)
}

function alternatives(shapes: Shape[]): Shape {
  const texts = new Set<string>()
  const distinct = shapes.filter((shape) => {
    const text = shape instanceof RegExp ? String(shape) : JSON.stringify(shape)
    return !texts.has(text) && texts.add(text)
  })
  const [first] = distinct
  if (first === undefined) throw new Error('No alternatives')
  return distinct.length === 1 ? first : distinct
}

function typeOf(value: unknown): Shape {
  if (value === null) return 'null'
  const type = typeof value
  if (type === 'string' || type === 'number' || type === 'boolean') return type
  throw new Error(`No shape for the value ${JSON.stringify(value)}`)
}
