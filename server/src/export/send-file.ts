import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/**
 * Sends a file that a browser saves. An error while sending closes the connection, so that a partial file does not look
 * complete.
 */
export function sendFile(
  reply: FastifyReply,
  { type, fileName }: { type: string; fileName: string },
  file: Readable,
): FastifyReply {
  return reply
    .headers({ 'content-type': type, 'content-disposition': contentDisposition(fileName) })
    .send(file)
}
