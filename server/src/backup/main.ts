// Entry point of `npm run backup` and `npm run restore`.
import { backupCommand } from './command.ts'

await backupCommand(process.argv.slice(2), process.env)
