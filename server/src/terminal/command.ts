import { reasonOf } from '../error/reason.ts'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CommandError } from './command-error.ts'
import { explainStartupError } from './startup-error.ts'
import { paint, say } from './terminal.ts'

/** Thrown for words that a command does not understand. Its usage is shown with the message. */
export class UsageError extends CommandError {}

/** Parses the words after a command. Throws a `UsageError` for an unknown option. */
export function parseCommand<const T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
}

/** Runs a command. Says why it failed, and lets the process exit with 1. */
export async function runCommand(usage: string, main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const message =
      error instanceof UsageError ? `${error.message}\n\n${usage}` : explainStartupError(error)
    say(`\n  ${paint('red', message.replaceAll('\n', '\n  '))}\n`)
    process.exitCode = 1
  }
}
