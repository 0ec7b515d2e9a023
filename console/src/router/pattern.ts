type Names<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never

/** The values of the segments of a pattern that begin with `:`. */
export type Params<Pattern extends string = string> = Record<Names<Pattern>, string>

/** Returns the values in a path that has the form of a pattern such as `/partner-details/:id`, null for another. */
export function matchPath<Pattern extends string>(
  pattern: Pattern,
  pathname: string,
): Params<Pattern> | null {
  const expected = segments(pattern)
  const given = segments(pathname).map(decoded)
  if (given.length !== expected.length) return null
  const params: Record<string, string> = {}
  for (const [at, segment] of expected.entries()) {
    const value = given[at] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = value
    else if (segment !== value.toLowerCase()) return null
  }
  return params as Params<Pattern>
}

/** Returns the first route whose pattern has the form of a path, with the values in the path. */
export function findRoute<Route>(
  routes: Readonly<Record<string, Route>>,
  pathname: string,
): { route: Route; params: Params } | null {
  for (const [pattern, route] of Object.entries(routes)) {
    const params = matchPath(pattern, pathname)
    if (params) return { route, params }
  }
  return null
}

/** Returns the path of a pattern with these values. */
export function generatePath<Pattern extends string>(
  pattern: Pattern,
  params: Params<Pattern>,
): string {
  const values: Record<string, string> = params
  return segments(pattern)
    .map((segment) =>
      segment.startsWith(':') ? encodeURIComponent(values[segment.slice(1)] ?? '') : segment,
    )
    .map((segment) => `/${segment}`)
    .join('')
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

/** Returns the text of a segment, or the segment itself if it is not valid percent-encoding. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
