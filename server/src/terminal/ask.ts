import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { say } from './terminal.ts'

/** Returns whether a person can answer a question. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Asks for a secret on the terminal, which does not show it. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(`  ${question}`)
  // with a terminal, readline shows what is typed, so its output is discarded
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: hidden, terminal: true })
  asking.on('SIGINT', () => process.exit(130))
  try {
    return (await asking.question('')).trim()
  } finally {
    asking.close()
    say()
  }
}
