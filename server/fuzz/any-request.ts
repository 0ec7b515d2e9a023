import * as fc from 'fast-check'
import { type Draft, draft } from './call.ts'
import { draftChange, requestChange } from './mutation.ts'
import { rawRequest } from './raw-http.ts'
import type { FuzzRequest, HttpRequest } from './request.ts'
import { BOUNDARY, multipartText } from './upload.ts'

/** Every request of a run: one that a client sends, one with one or several changes, or bytes that are not HTTP. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 4, arbitrary: draft.map(written) },
  {
    weight: 9,
    arbitrary: fc
      .tuple(draft, fc.array(draftChange, { minLength: 1, maxLength: 3 }))
      .map(([begun, changes]) => written(changes.reduce((so, change) => change(so), begun))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(draft, fc.array(draftChange, { maxLength: 1 }), requestChange)
      .map(([begun, changes, last]) =>
        last(written(changes.reduce((so, change) => change(so), begun))),
      ),
  },
  { weight: 1, arbitrary: rawRequest },
)

/** Serializes a request. */
function written({ call, method, segments, query, headers, body }: Draft): HttpRequest {
  const path = segments.map(encoded).join('/')
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const base = {
    kind: 'http' as const,
    call,
    method,
    url: `${path.startsWith('{{documentUrl') ? '' : '/'}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
  }
  const typed = (type: string): [string, string][] => [...headers, ['content-type', type]]
  switch (body.is) {
    case 'none':
      return { ...base, headers, body: null, encoding: 'utf8' }
    case 'json': {
      const text = JSON.stringify(body.value) ?? ''
      return { ...base, headers: typed('application/json'), body: text, encoding: 'utf8' }
    }
    case 'form': {
      const text = body.fields.map(([name, value]) => `${name}=${encoded(value)}`).join('&')
      const type = 'application/x-www-form-urlencoded'
      return { ...base, headers: typed(type), body: text, encoding: 'utf8' }
    }
    case 'multipart': {
      const type = `multipart/form-data; boundary=${BOUNDARY}`
      const text = multipartText(body.parts)
      return { ...base, headers: typed(type), body: text, encoding: 'latin1' }
    }
  }
}

/** Percent-encodes text, except placeholders. Encodes lone surrogates as three bytes that are not valid UTF-8. */
function encoded(text: string): string {
  if (/^\{\{\w+\}\}$/.test(text)) return text
  return text
    .split(/([\ud800-\udfff])(?![\udc00-\udfff])/)
    .map((part) => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('')
    .replaceAll('%3A', ':')
}
