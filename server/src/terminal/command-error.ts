/** Thrown by a command. The message says what to do, and is shown without a stack. */
export class CommandError extends Error {}
