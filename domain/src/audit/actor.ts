import { labelIn } from './label.ts'

/** `by` of what an operator does with a command of `npm run`. */
export const COMMAND_LINE = 'command line'

/** `by` of the uploads that the marketplace’s applications send. */
export const APPLICATION = 'the marketplace’s application'

/** `by` of what the server does by itself. */
export const SERVER = 'Mandap'

/** The names of those who act and are no person, by the stored `by`. */
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
