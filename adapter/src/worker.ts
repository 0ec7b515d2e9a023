// The worker of an adapter of a plain host. It fetches, parses, matches and sorts the lists.
import { type AdapterSettings, createAdapter } from './adapter.ts'
import { serveAdapter } from './serve-adapter.ts'

serveAdapter(globalThis, (settings, tokens) =>
  createAdapter({ ...(settings as AdapterSettings), tokens }),
)
