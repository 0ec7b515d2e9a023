// Entry point of the server, with the console as it is built.
import { runServer } from './app/run.ts'

await runServer()
