import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { serveFolder } from './serve-folder.ts'

test('says which command uses another port if the port is not free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(serveFolder(import.meta.dirname, port)).rejects.toThrow(
    `Another program listens on 127.0.0.1:${port}. Set PORT to a free port: PORT=4001 npm run demo:console`,
  )
  other.close()
}, 30_000)
