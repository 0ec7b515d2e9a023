import { CompiledQuery } from 'kysely'
import type { Database } from '../src/database/connection.ts'

/** Returns the indexes that PostgreSQL would use for the queries, and full scans. */
export async function indexesUsed(
  db: Database,
  queries: readonly CompiledQuery[],
): Promise<string[]> {
  const text = await plansOf(db, queries)
  const indexes = [...text.matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name ?? '')
  const scans = [...text.matchAll(/"Node Type":"Seq Scan","[^}]*?"Relation Name":"(\w+)"/g)]
  return [...new Set([...indexes, ...scans.map(([, name]) => `all of ${name}`)])]
}

/** Returns the conditions that are tested row by row, or by an index, in the queries. */
export async function conditionsTested(
  db: Database,
  queries: readonly CompiledQuery[],
  of: 'Filter' | 'Index Cond',
): Promise<string> {
  const text = await plansOf(db, queries)
  return [...text.matchAll(new RegExp(`"${of}":"((?:[^"\\\\]|\\\\.)*)"`, 'g'))]
    .map(([, found]) => found)
    .join('\n')
}

/** Returns how many entries of a table and its indexes a query reads. */
export async function entriesRead(
  db: Database,
  query: CompiledQuery | undefined,
  table: string,
): Promise<number> {
  if (!query) throw new Error('No query was sent.')
  const { rows } = await db.executeQuery(explained(query, 'analyze, format json'))
  const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': { Plan: PlanNode }[] }]
  return plans.reduce((sum, { Plan }) => sum + readBelow(Plan, table), 0)
}

async function plansOf(db: Database, queries: readonly CompiledQuery[]): Promise<string> {
  const plans = await Promise.all(
    queries.map(async (query) =>
      JSON.stringify((await db.executeQuery(explained(query, 'format json'))).rows),
    ),
  )
  return plans.join('\n')
}

function explained({ sql: text, parameters }: CompiledQuery, options: string): CompiledQuery {
  return CompiledQuery.raw(`explain (${options}) ${text}`, [...parameters])
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function readBelow(node: PlanNode, table: string): number {
  const read =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  return (node.Plans ?? []).reduce((sum, one) => sum + readBelow(one, table), read)
}
