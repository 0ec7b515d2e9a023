import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../server/src/app/app.ts'
import { registerStatic } from '../server/src/console/static.ts'

/** Serves a static folder on loopback, with index.html for the paths of its pages. */
export async function serveFolder(folder: string, port: number): Promise<void> {
  const site = Fastify() as FastifyInstance as unknown as App
  await registerStatic(site, folder)
  await site.listen({ host: '127.0.0.1', port }).catch((error: { code?: string }) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is in use. Choose another with PORT, such as PORT=4100.`)
  })
}
