import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const GUIDE = join(import.meta.dirname, '../../docs/operating.md')

/** Returns the code blocks of docs/operating.md in one language. */
export async function guideBlocks(language: string): Promise<string[]> {
  const text = await readFile(GUIDE, 'utf8')
  const blocks = text.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)
  return [...blocks]
    .filter(([, , of]) => of === language)
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

/** Returns the code block of docs/operating.md that contains a text. */
export async function guideBlock(language: string, containing: string): Promise<string> {
  const block = (await guideBlocks(language)).find((one) => one.includes(containing))
  if (block === undefined) throw new Error(`${GUIDE} has no ${language} with ${containing}.`)
  return block
}
