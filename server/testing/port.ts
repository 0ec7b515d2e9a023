import { randomInt } from 'node:crypto'
import { listenOnce } from '../src/database/embedded/port.ts'

/**
 * Operating systems give outgoing connections higher ports, which would be taken before a server listens. `fetch` and
 * browsers refuse 10080, the highest of their blocked ports.
 */
const [FIRST, BEHIND] = [10_081, 32_768]

/** Returns a port that is free on 127.0.0.1. */
export async function freeServerPort(): Promise<number> {
  const port = randomInt(FIRST, BEHIND)
  return listenOnce(port, '127.0.0.1').catch(() => freeServerPort())
}
