// Runs our server as it is in service, on the database of the first argument.
import { startServer } from '@mandap/server/testing/server.ts'
import type { Served } from './served.ts'

process.on('SIGINT', () => process.exit(0))
const server = await startServer(process.argv[2] ?? '')
const { idToken } = await server.startSession()
process.send?.({ url: server.url, token: idToken } satisfies Served)
