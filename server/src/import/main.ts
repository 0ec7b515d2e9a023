// Entry point of `npm run import`.
import { importCommand } from './command.ts'

await importCommand(process.argv.slice(2), process.env)
