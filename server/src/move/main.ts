// Entry point of `npm run move`.
import { moveCommand } from './command.ts'

await moveCommand(process.argv.slice(2), process.env)
