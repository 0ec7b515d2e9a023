import { labelIn } from './label.ts'

/** The value of `by` in entries of commands that an operator runs with `npm run`. */
export const COMMAND_LINE = 'command line'

/** The value of `by` in entries of uploads by the marketplace’s applications. */
export const APPLICATION = 'the marketplace’s application'

/** The value of `by` in entries of what the server does itself. */
export const SERVER = 'Mandap'

/** The names of programs that act, by the stored value of `by`. */
const PROGRAMS: Readonly<Record<string, string>> = {
  [COMMAND_LINE]: 'the command line',
  [APPLICATION]: APPLICATION,
}

/** Returns who did something, at the start of a text: 'The command line', 'asha@example.in'. */
export function actorText(by: string): string {
  const program = labelIn(PROGRAMS, by)
  return program === null ? by || 'Someone' : program.charAt(0).toUpperCase() + program.slice(1)
}

/** Returns who did something, within a sentence: 'the command line', 'asha@example.in'. */
export function actorWithin(by: string): string {
  return labelIn(PROGRAMS, by) ?? (by || 'someone')
}
