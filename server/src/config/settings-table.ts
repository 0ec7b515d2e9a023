import { SETTINGS } from './config.ts'

/** Returns the settings as the Markdown table of docs/settings.md. Run this file to print it. */
export function settingsTable(): string {
  const rows = Object.values(SETTINGS).map(({ variable, fallback, meaning }) => {
    return `| \`${variable}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${meaning} |`
  })
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

// scripts/run.mjs imports this file, so `import.meta.main` would be false there
if (process.argv[1] === import.meta.filename) console.log(settingsTable())
