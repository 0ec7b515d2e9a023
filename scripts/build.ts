// Entry point of `npm run build`: prepares a clone that the server's account cannot change. `npm start` does the same.
import { step } from '../server/src/terminal/terminal.ts'
import { buildConsole, CONSOLE, isStale } from './console.ts'
import { makeBundles, preferBundles } from './package-bundles.ts'

if (isStale(CONSOLE)) await step('Building the console', () => buildConsole(CONSOLE))
if (!preferBundles()) await step('Bundling packages', makeBundles)
