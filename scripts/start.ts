// Entry point of `npm start`: builds the console if it is out of date, then starts the server.
import { say, step } from '../server/src/terminal/terminal.ts'
import { buildConsole, CONSOLE, isStale } from './console.ts'

try {
  if (await isStale(CONSOLE)) await step('Building the console', () => buildConsole(CONSOLE))
} catch (error) {
  say(`\n  ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
await import('../server/src/main.ts')
