import { SETTINGS } from './config.ts'
import type { Setting } from './setting.ts'

/** Returns the settings as the Markdown table of docs/settings.md. Run this file to print it. */
export function settingsTable(): string {
  const rows = Object.values(SETTINGS).map((one) => {
    const { variable, fallback, meaning, isSecret }: Setting<unknown> = one
    const inFile = isSecret ? ` Or \`${variable}_FILE\`.` : ''
    return `| \`${variable}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning}${inFile} |`
  })
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

// scripts/run.mjs imports this file, so `import.meta.main` would be false there
if (process.argv[1] === import.meta.filename) console.log(settingsTable())
