import { COUNTERS, type Counter, type CounterSet, SOURCE_NAME } from './declaration.ts'

const SETS: readonly CounterSet[] = Object.values(COUNTERS)

/** Returns the body of each function of the counters, by its name. A migration creates them. */
export function counterFunctions(): Map<string, string> {
  const rollUps = Map.groupBy(SETS, ({ rollUp }) => rollUp.function)
  return new Map([
    ...SETS.map((set) => [set.trigger, triggerBody(set)] as const),
    ...[...rollUps].map(([name, sets]) => [name, rollUpBody(sets)] as const),
    ['rebuild_counters', rebuildBody()],
  ])
}

/**
 * Returns the statements that create the functions, for a migration.
 * @public called by hand
 */
export function counterMigration(): string {
  return [...counterFunctions()]
    .map(([name, body]) => {
      const result = SETS.some(({ trigger }) => trigger === name) ? 'trigger' : 'void'
      return `create or replace function ${name}() returns ${result} language plpgsql as $$${body}$$;\n`
    })
    .join('\n')
}

/** Returns the query of what a counter has to hold, by counting every row of its sources. */
export function countedRows(set: CounterSet, { key, sums, where }: Counter): string {
  return `select ${[...key, ...sums.map((sum) => `sum(${sum}) as ${sum}`)].join(', ')}
    from (${set.sources.map((source) => contributions(set, source, '+', source)).join(' union all ')}) counted
    ${where ? `where ${where}` : ''} group by ${key.join(', ')}
    having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}`
}

/** Returns the statement that adds what all rows of a source contribute to the deltas, or takes it away. */
export function countInDeltas(set: CounterSet, source: string, sign: '+' | '-'): string {
  return insert(set, contributions(set, source, sign, source))
}

/**
 * Returns the statements that add what all rows of a source contribute to the counters. They take the lock of the
 * roll-up until the transaction ends.
 */
export function countInCounters(set: CounterSet, source: string): string[] {
  return [
    `select pg_advisory_xact_lock(hashtext('${set.rollUp.lock}'))`,
    // each counter reads these short rows instead of the source
    `create temporary table counted as ${contributions(set, source, '+', source)}`,
    ...set.counters.map((counter) => addTo(counter, 'counted')),
    'drop table counted',
  ]
}

function triggerBody(set: CounterSet): string {
  const { delta, counters } = set
  const own = set.key.find((_, at) => set.contributions[0]?.key[at] === SOURCE_NAME)
  const emptied = [delta, ...counters.map(({ table }) => table)].map(
    (table) => `    delete from ${table}${own ? ` where ${own} = ${SOURCE_NAME}` : ''};\n`,
  )
  const added = contributions(set, 'added', '+', SOURCE_NAME)
  const removed = contributions(set, 'removed', '-', SOURCE_NAME)
  const update = `  elsif tg_op = 'UPDATE' then\n${insert(set, `${added}\n      union all\n${removed}`)}`
  return `
begin
  if tg_op = 'INSERT' then
${insert(set, added)}  elsif tg_op = 'DELETE' then
${insert(set, removed)}${set.changesOnUpdate ? update : ''}  elsif tg_op = 'TRUNCATE' then
${emptied.join('')}  end if;
  return null;
end `
}

/** Inserts what rows contribute into the delta table, without sums of zero. */
function insert({ delta, key, sums }: CounterSet, rows: string): string {
  return `    insert into ${delta} (${[...key, ...sums].join(', ')})
      select ${[...key, ...sums.map((sum) => `sum(${sum})`)].join(', ')}
      from (
${rows}
      ) counted
      group by ${key.join(', ')} having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')};
`
}

function contributions(set: CounterSet, table: string, sign: '+' | '-', source: string): string {
  const name = source === SOURCE_NAME ? SOURCE_NAME : `'${source}'`
  return set.contributions
    .map(({ key, sums, where }) => {
      const columns = [
        ...key.map((value, at) => [value === SOURCE_NAME ? `${name}::text` : value, set.key[at]]),
        ...sums.map((amount, at) => [sign === '-' ? `-${amount}` : amount, set.sums[at]]),
      ].map(([value, column]) => (value === column ? value : `${value} as ${column}`))
      return `      select ${columns.join(', ')} from ${table}${where ? ` where ${where}` : ''}`
    })
    .join('\n      union all\n')
}

function rollUpBody(sets: readonly CounterSet[]): string {
  const lock = sets[0]?.rollUp.lock
  return `
begin
  if not pg_try_advisory_xact_lock(hashtext('${lock}')) then
    return;
  end if;
${sets.map(moveDeltas).join('')}end `
}

function moveDeltas({ delta, counters }: CounterSet): string {
  const inserts = counters.map((counter) => addTo(counter, 'moved'))
  const last = inserts.pop()
  const others = inserts.map((statement, at) => `,\n  moved_${at + 1} as (\n  ${statement}\n  )`)
  return `  with moved as (delete from ${delta} returning *)${others.join('')}
  ${last};
`
}

/** Returns the statement that adds sums of rows to a counter. */
function addTo({ table, key, sums, where }: Counter, rows: string): string {
  return `insert into ${table} as c (${[...key, ...sums].join(', ')})
    select ${[...key, ...sums.map((sum) => `sum(${sum})`)].join(', ')}
    from ${rows}${where ? ` where ${where}` : ''} group by ${key.join(', ')}
    on conflict (${key.join(', ')}) do update set ${sums.map((sum) => `${sum} = c.${sum} + excluded.${sum}`).join(', ')}`
}

/** Counts every row again. Writers wait until it ends. */
function rebuildBody(): string {
  const locks = [...new Set(SETS.map(({ rollUp }) => rollUp.lock))]
  const rollUps = [...new Set(SETS.map(({ rollUp }) => rollUp.function))]
  const sources = [...new Set(SETS.flatMap((set) => set.sources))]
  return `
begin
${locks.map((lock) => `  perform pg_advisory_xact_lock(hashtext('${lock}'));\n`).join('')}  lock table ${sources.join(', ')} in share mode;
${SETS.flatMap(({ delta, counters }) => [delta, ...counters.map(({ table }) => table)])
  .map((table) => `  delete from ${table};\n`)
  .join('')}${SETS.flatMap((set) =>
  set.sources.map((source) => countInDeltas(set, source, '+')),
).join('')}${rollUps.map((name) => `  perform ${name}();\n`).join('')}end `
}
