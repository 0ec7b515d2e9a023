import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../server/src/http/app.ts'
import { registerStatic } from '../server/src/console/static.ts'
import { explainListening } from '../server/src/terminal/startup-error.ts'

/** Serves a static folder on loopback, with index.html for the paths of its pages. Returns its address. */
export async function serveFolder(folder: string, port: number): Promise<string> {
  const site = Fastify() as FastifyInstance as unknown as App
  await registerStatic(site, folder)
  try {
    const address = await site.listen({ host: '127.0.0.1', port })
    return address.replace('127.0.0.1', 'localhost')
  } catch (error) {
    const problem =
      error instanceof Error && explainListening(error, 'PORT', 'npm run demo:console')
    throw problem ? new Error(problem, { cause: error }) : error
  }
}
