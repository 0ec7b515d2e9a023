// What `npm start` runs: builds the console when it is stale, then starts the server.
import { say } from '../server/src/terminal.ts'
import { ensureConsole } from './console.ts'

try {
  await ensureConsole()
} catch (error) {
  say(`\n  ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
await import('../server/src/main.ts')
