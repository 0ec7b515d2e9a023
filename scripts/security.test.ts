import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

const security = read('docs/security.md')

/** The status in a row of the requirements, by the status in the table of counts. */
const STATUS = { met: 'met', 'does not apply': 'n/a', 'not met': 'not met' }

/** The numbers of ASVS 5.0 in the rows with a status, such as 1.2.3. A row may have several. */
function requirements(status?: string): string[] {
  return security.split('\n').flatMap((line) => {
    const [, numbers = '', , found] = line.split('|').map((cell) => cell.trim())
    if (!/^\d+\.\d+\.\d+/.test(numbers)) return []
    return status === undefined || found === status ? numbers.split(', ') : []
  })
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function stated(row: string): number {
  return Number(new RegExp(String.raw`^\| ${row} \| (\d+) \|$`, 'm').exec(security)?.[1])
}

describe('docs/security.md', () => {
  test.each(Object.entries(STATUS))('counts the requirements with the status %s', (row, status) => {
    expect(requirements(status)).toHaveLength(stated(row))
  })

  test('has each requirement of levels 1 and 2 once', () => {
    const numbers = requirements()
    expect(numbers).toHaveLength(253)
    expect(new Set(numbers).size).toBe(253)
    expect(stated('all of levels 1 and 2')).toBe(253)
  })

  test('names a file for each requirement that is met, or a section of its own', () => {
    const rows = security.split('\n').filter((line) => line.includes('| met |'))
    const evidence = rows.filter((row) => /^\| \d/.test(row)).map((row) => row.split('|')[4] ?? '')
    expect(evidence.length).toBeGreaterThan(100)
    expect(evidence.filter((text) => pathsIn(text).length === 0 && !text.includes('](#'))).toEqual(
      [],
    )
  })
})

/** The documents whose paths and links are checked. */
const PAGES = ['SECURITY.md', 'docs/security.md', 'docs/threat-model.md', 'docs/privacy.md']

/** The paths of the repository in code spans of a text. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+|SECURITY\.md|tsconfig\.json)`/g)].map(
    ([, path = '']) => path,
  )
}

/** The files to which the links of a page lead. */
function linksIn(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.includes(':'))
    .map((target) => join(dirname(page), target))
}

/** The anchors of the headings of a page. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe.each(PAGES)('%s', (page) => {
  test('names only files that exist', () => {
    // in code spans, DATA_DIR and other folders of an installation are capitals
    const paths = [...pathsIn(read(page)), ...linksIn(page)].filter(
      (path) => !/^[A-Z_]+\//.test(path),
    )
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('links only to headings that exist', () => {
    const broken = [...read(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].filter(
      ([, target = '', anchor = '']) =>
        !anchorsOf(target === '' ? page : join(dirname(page), target)).includes(anchor),
    )
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

/** The sources of packages that have a text, tests left out. */
function sourcesWith(packages: string, text: RegExp): string[] {
  return globSync(`${packages}/src/**/*.{ts,tsx}`, { cwd: ROOT })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$/.test(file) && text.test(read(file)))
    .toSorted()
}

describe('the sources', () => {
  test('start programs in three files of the server only, and never with a shell', () => {
    const files = sourcesWith('{domain,contract,server}', /child_process/)
    expect(files).toEqual([
      'server/src/backup/daily-run.ts',
      'server/src/database/embedded/cluster.ts',
      'server/src/database/embedded/postmaster.ts',
    ])
    expect(files.filter((file) => /\bshell\b|\bexec\(|\bexecSync\b/.test(read(file)))).toEqual([])
  })

  test('of the browser never set markup', () => {
    const markup =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|srcdoc/i
    expect(sourcesWith('{domain,contract,client,adapter,console}', markup)).toEqual([])
  })
})

/** Tables of counts, keys and positions, without personal data. */
const IMPERSONAL = [
  /_(?:count|delta)$/,
  /^(?:data_key|document_link_key|link_key|signing_key|token_key|schema_migration)$/,
]

describe('docs/privacy.md', () => {
  test('names each table, except those of counts and keys', () => {
    const sql = globSync('server/migrations/*.sql', { cwd: ROOT }).map(read).join('\n')
    const named = (verb: string) =>
      [...sql.matchAll(new RegExp(`^\\s*${verb} (?:if (?:not )?exists )?(\\w+)`, 'gim'))].map(
        ([, name = '']) => name,
      )
    const dropped = new Set(named('drop table'))
    const tables = named('create (?:unlogged )?table').filter((name) => !dropped.has(name))
    expect(tables.length).toBeGreaterThan(40)
    const privacy = read('docs/privacy.md')
    const missing = tables
      .filter((name) => !IMPERSONAL.some((pattern) => pattern.test(name)))
      .filter((name) => !privacy.includes(`\`${name}\``))
    expect(missing).toEqual([])
  })
})
