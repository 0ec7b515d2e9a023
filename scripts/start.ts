// Entry point of `npm start`: starts the server, and builds the console if it is out of date.
import { runServer } from '../server/src/app/run.ts'
import { step } from '../server/src/terminal/terminal.ts'
import { buildConsole, CONSOLE, isStale } from './console.ts'

await runServer(async () => {
  if (isStale(CONSOLE)) await step('Building the console', () => buildConsole(CONSOLE))
})
