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
  // the page sets inline styles on its elements
  "style-src 'self' 'unsafe-inline'",
].join('; ')

/** Handles `GET /docs`, a page of every call, and `GET /docs/json`, the same as OpenAPI 3.1. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // the plugin's type does not know OpenAPI 3.1; it serves the document unchanged
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
    // the page sends nothing to another site
    uiConfig: { validatorUrl: null, tryItOutEnabled: false },
  })
}
