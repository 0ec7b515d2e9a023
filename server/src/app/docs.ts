import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApiDocument } from '@mandap/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }

const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  // the page gives its parts their styles itself
  "style-src 'self' 'unsafe-inline'",
].join('; ')

/** `GET /docs`, a page of every call, and `GET /docs/json`, the same as OpenAPI 3.1. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // the plugin's type knows no 3.1; what it serves is the document as it stands
    specification: {
      document: openApiDocument(packageJson.version) as unknown as StaticDocumentSpec['document'],
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: () => POLICY,
    theme: {
      title: 'Mandap: every call',
      css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    // nothing leaves for another site
    uiConfig: { validatorUrl: null, tryItOutEnabled: false },
  })
}
