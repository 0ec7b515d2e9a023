import { readFile, writeFile } from 'node:fs/promises'
import type { Fault } from './fault.ts'

const HEADER = [
  '# Faults and the tests that catch them',
  '',
  '`npm run test:faults -- --save bench/faults/results.md` replaces the rows of the faults that it runs and removes the',
  'rows of faults that no longer exist. It keeps the other rows. A row names the file and the failed test as they were',
  'called on its date; they may have been renamed since.',
  '',
  '| fault | file | caught by | run on |',
  '|---|---|---|---|',
]

/** Writes the result of one fault into the table at `path`, and keeps the rows of the other faults. */
export async function saveResult(
  path: string,
  faults: readonly Fault[],
  result: { fault: Fault; caughtBy: string | null; day: string },
): Promise<void> {
  const rows = rowsByFault(await readFile(path, 'utf8').catch(() => ''))
  rows.set(titleOf(result.fault), rowOf(result))
  const kept = faults.flatMap((fault) => rows.get(titleOf(fault)) ?? [])
  await writeFile(path, [...HEADER, ...kept, ''].join('\n'))
}

function rowsByFault(table: string): Map<string, string> {
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  return new Map(rows.map((row) => [row.slice(2, row.indexOf(' | ')), row]))
}

function rowOf({ fault, caughtBy, day }: Parameters<typeof saveResult>[2]): string {
  const test = (caughtBy ?? '**not caught**').replaceAll('|', '\\|')
  return `| ${titleOf(fault)} | \`${fault.file}\` | ${test} | ${day} |`
}

function titleOf({ name }: Fault): string {
  return name.replaceAll('-', ' ')
}
