import * as fc from 'fast-check'
import type { Draft } from './call.ts'
import {
  brokenJson,
  headerText,
  hostileCursor,
  hostileJson,
  hostileText,
  hostileToken,
} from './hostile.ts'
import type { HttpRequest } from './request.ts'

type Change<T> = (before: T) => T

const TYPES = [
  'application/json',
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/form-data; boundary=other',
  'text/plain',
  'text/csv',
  'application/octet-stream',
  'json',
  '',
  ';',
  'a/b; charset="',
]

/** Changes of a request before it is serialized: values, fields, credentials, the method. */
export const draftChange: fc.Arbitrary<Change<Draft>> = fc.oneof(
  { weight: 3, arbitrary: queryChange() },
  { weight: 5, arbitrary: bodyChange() },
  { weight: 2, arbitrary: segmentChange() },
  { weight: 2, arbitrary: headerChange() },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
      .map((method) => (draft: Draft) => ({ ...draft, method })),
  },
)

function queryChange(): fc.Arbitrary<Change<Draft>> {
  const value = fc.oneof(hostileText, hostileCursor)
  const name = fc.oneof(
    fc.constantFrom(
      'limit',
      'after',
      'skip',
      'search',
      '__proto__',
      'constructor',
      'a[b]',
      'a[]',
      '',
    ),
    hostileText,
  )
  return fc.oneof(
    fc.tuple(fc.nat(), value).map(([at, text]) => (draft: Draft) => ({
      ...draft,
      query: replacedAt(draft.query, at, ([one]): Draft['query'] => [[one, text]]),
    })),
    fc.tuple(fc.nat(), value).map(([at, text]) => (draft: Draft) => ({
      ...draft,
      query: replacedAt(draft.query, at, (pair): Draft['query'] => [pair, [pair[0], text]]),
    })),
    fc.nat().map((at) => (draft: Draft) => ({
      ...draft,
      query: replacedAt(draft.query, at, () => []),
    })),
    fc.tuple(name, value).map(([one, text]) => (draft: Draft) => ({
      ...draft,
      query: [...draft.query, [one, text] satisfies [string, string]],
    })),
  )
}

function segmentChange(): fc.Arbitrary<Change<Draft>> {
  return fc.tuple(fc.nat(), hostileText).map(([at, text]) => (draft: Draft) => ({
    ...draft,
    segments: replacedAt(draft.segments, at, () => [text.slice(0, 12_000)]),
  }))
}

function headerChange(): fc.Arbitrary<Change<Draft>> {
  const set = (name: string, value: fc.Arbitrary<string>) =>
    value.map((text) => (draft: Draft) => ({ ...draft, headers: withHeader(draft, name, text) }))
  const text = hostileText.map((value) => headerText(value).slice(0, 12_000))
  return fc.oneof(
    set('authorization', hostileToken.map(headerText)),
    set('if-match', text),
    set('x-elevation', text),
    set('range', text),
    set('accept', text),
    set('accept-encoding', text),
    set('if-none-match', text),
    set('api-key', text),
    set('origin', text),
    set('x-forwarded-for', text),
    set('content-encoding', fc.constantFrom('gzip', 'br', 'identity', 'x')),
    fc.constant((draft: Draft) => ({ ...draft, headers: [] })),
  )
}

function bodyChange(): fc.Arbitrary<Change<Draft>> {
  const name = fc.oneof(
    fc.constantFrom(
      '_id',
      'id',
      'version',
      'gate',
      '__proto__',
      'constructor',
      'aadharNo',
      'toJSON',
    ),
    hostileText,
  )
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.nat(), hostileJson)
        .map(([at, value]) => jsonChange((json) => withNode(json, at, value))),
    },
    {
      weight: 2,
      arbitrary: fc.nat().map((at) => jsonChange((json) => withNode(json, at, undefined))),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(name, hostileJson)
        .map(([field, value]) => jsonChange((json) => withField(json, field, value))),
    },
    { weight: 1, arbitrary: hostileJson.map((value) => jsonChange(() => value)) },
    {
      weight: 1,
      arbitrary: hostileJson.map((value) => (draft: Draft) => ({
        ...draft,
        body: { is: 'json' as const, value },
      })),
    },
  )
}

function jsonChange(change: (json: unknown) => unknown): Change<Draft> {
  return (draft) =>
    draft.body.is === 'json'
      ? { ...draft, body: { is: 'json', value: change(draft.body.value) } }
      : draft
}

/** Returns the JSON with the value of one field, at any depth, replaced; undefined removes the field. */
function withNode(json: unknown, at: number, value: unknown): unknown {
  if (typeof json !== 'object' || json === null) return value
  const names = Object.keys(json)
  const name = names[at % names.length]
  if (name === undefined) return value
  const fields = json as Record<string, unknown>
  const inner = fields[name]
  const isDeep = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0
  const replaced = isDeep && at % 3 ? withNode(inner, Math.floor(at / 7), value) : value
  return Array.isArray(json)
    ? json.map((item: unknown, position) => (String(position) === name ? replaced : item))
    : withField(json, name, replaced)
}

function withField(json: unknown, field: string, value: unknown): unknown {
  if (typeof json !== 'object' || json === null) return { [field]: value }
  // a computed name creates a field of its own, even __proto__
  return { ...json, [field]: value }
}

/** Changes of a serialized request: its body is cut, has another media type, or is not JSON. */
export const requestChange: fc.Arbitrary<Change<HttpRequest>> = fc.oneof(
  brokenJson.map((body) => (request: HttpRequest) => ({
    ...request,
    body,
    encoding: 'utf8' as const,
    headers: withHeader(request, 'content-type', 'application/json'),
  })),
  fc.integer({ min: 0, max: 99 }).map((percent) => (request: HttpRequest) => ({
    ...request,
    body: request.body?.slice(0, Math.floor((request.body.length * percent) / 100)) ?? null,
  })),
  fc.constantFrom(...TYPES).map((type) => (request: HttpRequest) => ({
    ...request,
    headers: withHeader(request, 'content-type', type),
  })),
  fc.constant((request: HttpRequest) => ({ ...request, encoding: 'latin1' as const })),
  // JSON.stringify cannot nest so deep
  fc.tuple(fc.constantFrom(66, 5000, 25_000), fc.nat()).map(([levels, at]) => {
    const deep = '['.repeat(levels) + ']'.repeat(levels)
    return (request: HttpRequest) => ({ ...request, body: withText(request.body, at, deep) })
  }),
  fc
    .constantFrom(
      '%',
      '%zz',
      '%00',
      '%ff',
      '%ed%a0%80',
      '?',
      '#x',
      '//',
      '/',
      ';a=1',
      '&&==',
      '\\',
      '{',
      '?a=%E0%A4%A',
    )
    .map((end) => (request: HttpRequest) => ({ ...request, url: request.url + end })),
  fc
    .constantFrom('//', '/.', '/%2e%2e', '/..;', '///')
    .map((start) => (request: HttpRequest) => ({ ...request, url: start + request.url })),
)

/** Returns the JSON with one text, which is not a name, replaced by other JSON. */
function withText(json: string | null, at: number, other: string): string | null {
  const texts = [...(json ?? '').matchAll(/"[^"\\]*"(?=[,}\]])/g)]
  const found = texts[at % texts.length]
  if (json === null || !found) return json
  return json.slice(0, found.index) + other + json.slice(found.index + found[0].length)
}

function withHeader(
  { headers }: Pick<Draft, 'headers'>,
  name: string,
  value: string,
): [string, string][] {
  return [...headers.filter(([other]) => other !== name), [name, value]]
}

/** Returns the list with one item replaced. The position is reduced to the length of the list. */
function replacedAt<T>(items: readonly T[], at: number, replace: (item: T) => T[]): T[] {
  const position = items.length === 0 ? -1 : at % items.length
  return items.flatMap((item, other) => (other === position ? replace(item) : [item]))
}
