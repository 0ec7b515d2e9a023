import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { Config } from '../config/config.ts'
import { contentPolicy } from '../console/policy.ts'
import type { App } from '../http/app.ts'
import { answersUnrouted, defaultHeaders, registerDefaultHeaders } from '../http/default-headers.ts'
import { loggerOptions } from '../http/logger.ts'
import { answerClientError, type ClientLimits, limitClients } from '../http/slow-clients.ts'
import { MAX_INDEXED_BYTES } from '../records/stored-record.ts'

/** Creates a server without calls, whose answers have the headers of all answers. */
export function newServer(config: Config, consoleFolder: string, clientLimits: ClientLimits): App {
  const headers = defaultHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(config, consoleFolder) },
    // only a server with a certificate can require HTTPS
    strictTransportSecurity: config.publicUrl.startsWith('https:') && { includeSubDomains: true },
    // browsers resolve no names of links on a page of HTTPS unless they are told to
    xDnsPrefetchControl: false,
    // no supported browser reads these
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const app: App = Fastify<Server>({
    logger: loggerOptions(config.logLevel),
    trustProxy: config.trustProxy,
    // short, because people read it to each other
    genReqId: () => randomBytes(6).toString('hex'),
    http: limitClients(clientLimits),
    clientErrorHandler: answerClientError,
    frameworkErrors: answersUnrouted(headers),
    // while the server stops, it answers requests on open connections and closes them
    return503OnClosing: false,
    // each stored id can be read
    routerOptions: { maxParamLength: MAX_INDEXED_BYTES },
  }).withTypeProvider<TypeBoxTypeProvider>()
  registerDefaultHeaders(app, headers)
  return app
}
