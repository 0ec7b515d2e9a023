// Entry point of `npm start`: starts the server, and builds the console if it is out of date.
import { step } from '../server/src/terminal/terminal.ts'
import { buildConsole, CONSOLE, isStale } from './console.ts'
import { makeBundles, preferBundles } from './package-bundles.ts'

const areBundled = preferBundles()
const { runServer } = await import('../server/src/app/run.ts')
await runServer(async () => {
  if (isStale(CONSOLE)) await step('Building the console', () => buildConsole(CONSOLE))
})
// a failure only means that the next start takes longer
if (!areBundled) await makeBundles().catch(() => {})
