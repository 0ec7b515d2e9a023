import { stripVTControlCharacters } from 'node:util'
import { vi } from 'vitest'

/**
 * Runs a command in this process, because a new one takes more than a second to load its modules. Returns its exit code and what
 * it printed.
 */
export async function runHere(
  command: () => Promise<void>,
): Promise<{ code: number; said: string }> {
  let said = ''
  const screen = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await command()
    return { code: exitCode(), said: stripVTControlCharacters(said) }
  } finally {
    process.exitCode = before
    screen.mockRestore()
  }
}

// a function, because TypeScript takes process.exitCode for undefined after the assignment above
function exitCode(): number {
  return Number(process.exitCode ?? 0)
}
