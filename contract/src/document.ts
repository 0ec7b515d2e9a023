import { DOCUMENT_FIELDS, MAX_MEGABYTES } from '@mandap/domain/verification/upload.ts'
import { Type } from 'typebox'
import type { Call } from './call.ts'
import { IdParams, moment } from './record.ts'
import { ElevationHeader } from './super-admin.ts'

const described = {
  type: Type.String({
    description: 'Media type, detected from the content.',
    examples: ['image/png'],
  }),
  name: Type.String({ description: 'Name of the file.', examples: ['aadhaar-card.png'] }),
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
}

const RangeHeader = Type.Object({
  range: Type.Optional(
    Type.String({ description: 'One range of bytes.', examples: ['bytes=0-1023'] }),
  ),
})

const CONTENT = {
  200: { description: 'The file.' },
  206: { description: 'The requested range of the file.' },
}

export const documentCalls = {
  'POST /documents': {
    summary: 'Upload a document of a partner',
    section: '§2.10',
    description: `For the marketplace’s own applications. \`api-key\` is the server’s setting UPLOAD_API_KEY. The server writes the document’s address to the partner’s field. The limit is ${MAX_MEGABYTES.image} MB for an image, ${MAX_MEGABYTES.pdf} MB for a PDF, ${MAX_MEGABYTES.office} MB for an Office file, and ${MAX_MEGABYTES.video} MB for a video. A file in which the virus scanner of the settings finds a virus is refused with 400 and the code INFECTED; without an answer of the scanner, the answer is 503 SCANNER_UNAVAILABLE, and the upload can be repeated.`,
    public: true,
    headers: Type.Object({ 'api-key': Type.Optional(Type.String()) }),
    bodyType: 'multipart/form-data',
    body: Type.Object({
      partnerId: Type.String(),
      kind: Type.Enum([...DOCUMENT_FIELDS], { description: 'The partner’s field (§3).' }),
      file: Type.String({ format: 'binary', description: 'The file; send it last.' }),
    }),
    answers: {
      201: {
        description: 'The document is stored, and the partner’s field has its address.',
        schema: Type.Object({
          data: Type.Object({
            id: Type.String(),
            url: Type.String({
              description: 'The new value of the partner’s field.',
              examples: ['/documents/65f0c0ffee00000000000006'],
            }),
            ...described,
          }),
        }),
      },
    },
    errors: [400, 403, 404, 413, 415],
  },
  'GET /documents/{id}/link': {
    summary: 'Make a link to a document',
    section: '§2.10',
    viewers: 'refused',
    description:
      'The first request of the content is recorded in the audit log as opening the document. Answers 403 `LIMIT_REACHED` after the documents that one administrator may open within an hour, unless the request carries a grant, and 410 `DOCUMENT_DESTROYED` for a document that is kept no longer.',
    params: IdParams,
    headers: Type.Object(ElevationHeader),
    answers: {
      200: {
        description:
          'The link, which works for two minutes, and in `Set-Cookie` the right to read this session’s documents for that time.',
        schema: Type.Object({
          data: Type.Object({
            url: Type.String({
              description: 'A path on this host. Only requests with the cookie can read it.',
            }),
            publicUrl: Type.Optional(
              Type.String({
                description:
                  'A signed link for an external viewer, with scheme and host, which works without the cookie. Only if the server has a viewer in its settings.',
              }),
            ),
            ...described,
            expiresAt: moment(),
          }),
        }),
      },
    },
    errors: [400, 403, 404, 410],
  },
  'GET /documents/{id}/content': {
    summary: 'Read a document',
    section: '§2.10',
    description:
      'Needs the cookie that `GET /documents/{id}/link` sets, because images and videos of a page cannot send a token. Refuses requests that the browser makes for pages of other sites.',
    public: true,
    params: IdParams,
    querystring: Type.Object({
      expires: Type.Optional(
        Type.Integer({ description: 'Makes each link different. The cookie decides.' }),
      ),
    }),
    headers: RangeHeader,
    answers: CONTENT,
    errors: [400, 403, 404, 410, 416],
  },
  'GET /documents/{id}/content/{name}': {
    summary: 'Read a document by a signed link',
    section: '§2.10',
    description: 'For an external viewer of the settings, which has no cookie.',
    public: true,
    params: Type.Object({ id: Type.String(), name: Type.String() }),
    querystring: Type.Object({
      expires: Type.Integer(),
      session: Type.String({ format: 'uuid' }),
      signature: Type.String(),
    }),
    headers: RangeHeader,
    answers: CONTENT,
    errors: [400, 403, 404, 410, 416],
  },
} as const satisfies Record<string, Call>
