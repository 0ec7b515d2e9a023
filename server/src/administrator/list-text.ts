import { FACTOR_LABELS } from '@mandap/domain/session/second-factor.ts'
import type { Database } from '../database/connection.ts'
import { listAdministrators } from '../session/administrator.ts'

/** Returns the administrators as a table in plain text. */
export async function listText(db: Database): Promise<string> {
  const rows = (await listAdministrators(db)).map((row) => [
    row.email,
    row.name || '–',
    row.role,
    row.disabled_at ? 'disabled' : 'active',
    row.factors.map((kind) => FACTOR_LABELS[kind]).join(', ') || '–',
    row.last_sign_in_at
      ? row.last_sign_in_at.toISOString().slice(0, 16).replace('T', ' ')
      : 'never',
  ])
  if (rows.length === 0) return 'There is no administrator yet: npm run admin -- add EMAIL'
  return columns([
    ['E-MAIL', 'NAME', 'ROLE', 'STATE', 'SECOND FACTOR', 'LAST SIGN-IN (UTC)'],
    ...rows,
  ])
}

function columns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_cell, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
