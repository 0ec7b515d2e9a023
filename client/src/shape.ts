/**
 * The shape of a JSON value, as far as the client relies on it. A list of one shape is an array of such values,
 * and a list of several are alternatives. In an object, a field whose name ends in `?` may be missing, and `*`
 * is every field.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'object'
  | RegExp
  | readonly Shape[]
  | { readonly [name: string]: Shape }

/** Returns whether a value has a shape. Other fields are allowed. */
export function hasShape(value: unknown, shape: Shape): boolean {
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value)
  if (shape === 'null') return value === null
  if (shape === 'object') return isObject(value)
  // oxlint-disable-next-line valid-typeof -- one of the three names above
  if (typeof shape === 'string') return typeof value === shape
  if (isList(shape)) {
    const [item] = shape
    if (shape.length > 1) return shape.some((one) => hasShape(value, one))
    return Array.isArray(value) && value.every((one) => item !== undefined && hasShape(one, item))
  }
  return isObject(value) && Object.entries(shape).every(([name, one]) => hasField(value, name, one))
}

function hasField(value: Record<string, unknown>, name: string, shape: Shape): boolean {
  if (name === '*') return Object.values(value).every((one) => hasShape(one, shape))
  if (!name.endsWith('?')) return hasShape(value[name], shape)
  const found = value[name.slice(0, -1)]
  return found === undefined || hasShape(found, shape)
}

function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
