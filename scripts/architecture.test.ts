import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../console/src/features/navigation/paths.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORKSPACES = [
  'domain',
  'contract',
  'client',
  'demo',
  'adapter',
  'server',
  'console',
  'e2e',
  'bench',
  'scripts',
]

// tables of examples make a test longer than the code it tests
const MAX_LINES = 400
const MAX_TEST_LINES = 500

interface Source {
  /** The path from the root, with `/`. */
  path: string
  text: string
  /** The imports of the file: our own as paths from the root, packages by name. */
  imports: string[]
}

const SOURCES = globSync(`{${WORKSPACES.join(',')}}/**/*.{ts,tsx,mjs,js,css,sql}`, {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/dist-demo/**'],
}).map((file): Source => {
  const path = file.split(sep).join('/')
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, imports: importsOf(text).map((name) => resolve(path, name)) }
})

function importsOf(text: string): string[] {
  const written =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]/gm
  return [...text.matchAll(written)].map(([, from, bare]) => from ?? bare ?? '')
}

function resolve(path: string, name: string): string {
  if (name.startsWith('.'))
    return normalize(join(dirname(path), name))
      .split(sep)
      .join('/')
  const [, workspace = '', rest = ''] = /^@mandap\/(\w+)\/(.*)$/.exec(name) ?? []
  if (workspace === '') return name
  // the test helpers of server, client and console are beside their src
  const hasBeside = workspace === 'client' || workspace === 'console'
  const isBeside = workspace === 'server' || (hasBeside && rest.startsWith('testing/'))
  return isBeside ? `${workspace}/${rest}` : `${workspace}/src/${rest}`
}

const isTest = ({ path }: Source) =>
  /\.(?:test|spec)\.tsx?$|\/testing\/|^console\/failures\//.test(path)
const lines = ({ text }: Source) => text.trimEnd().split('\n').length
const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

/** Returns each import that breaks a rule, as `importer -> imported`. */
function breaches(from: (source: Source) => boolean, to: (imported: string) => boolean): string[] {
  return SOURCES.filter(from).flatMap(({ path, imports }) =>
    imports.filter(to).map((imported) => `${path} -> ${imported}`),
  )
}

test('finds the sources and their imports', () => {
  const found = SOURCES.find(({ path }) => path === 'domain/src/booking/tab.ts')
  expect(found?.imports).toContain('domain/src/booking/index-fields.ts')
  expect(SOURCES.length).toBeGreaterThan(100)
})

describe('imports run one way: domain ← contract ← client ← adapter; none imports server/src or the console', () => {
  const MAY_IMPORT: Record<string, readonly string[]> = {
    domain: [],
    contract: ['domain'],
    client: ['domain', 'contract'],
    'tests of the client': ['domain', 'contract', 'server/testing'],
    demo: ['domain'],
    adapter: ['domain', 'contract', 'client', 'demo'],
    'tests of the adapter': ['domain', 'contract', 'client', 'demo', 'server/testing'],
    server: ['domain', 'contract', 'demo'],
    console: ['domain', 'contract', 'client', 'adapter'],
    'tests of the console': ['domain', 'contract', 'client', 'adapter', 'demo', 'server/testing'],
    e2e: ['domain', 'contract', 'demo', 'server/testing', 'console/testing'],
    bench: [
      'domain',
      'contract',
      'client',
      'demo',
      'adapter',
      'server/testing',
      'server/failover',
      'server/rolling-restart',
      'e2e/testing',
      'scripts',
    ],
  }

  const partOf = (source: Source) => {
    const workspace = source.path.split('/')[0] ?? ''
    const tests = `tests of the ${workspace}`
    return isTest(source) && tests in MAY_IMPORT ? tests : workspace
  }

  test.each(Object.entries(MAY_IMPORT))('%s', (part, allowed) => {
    const own = part.replace('tests of the ', '')
    const isForeign = (imported: string) =>
      WORKSPACES.some((workspace) => workspace !== own && within(workspace)(imported)) &&
      !allowed.some((folder) => within(folder)(imported))
    expect(breaches((source) => partOf(source) === part, isForeign)).toEqual([])
  })
})

describe('domain is pure', () => {
  const isDomain = (source: Source) => within('domain')(source.path) && !isTest(source)

  test('imports only its own files', () => {
    expect(breaches(isDomain, (imported) => !within('domain/src')(imported))).toEqual([])
  })

  test('uses no clock, random number, process or page', () => {
    const impure =
      /Date\.now\(|new Date\(\)|Math\.random\(|performance\.|\b(?<!\/)(?:process|window|document|navigator|localStorage|console|globalThis)\.|\bfetch\(/
    expect(SOURCES.filter((source) => isDomain(source) && impure.test(source.text))).toEqual([])
  })
})

test('the code of the browser calls no toLocaleString, whose first call takes a phone a tenth of a second', () => {
  const folders = ['client', 'console', 'contract', 'domain'].map((name) => within(`${name}/src`))
  const formatters = /toLocale(?:Date|Time)?String\(|new Intl\.NumberFormat/
  const found = SOURCES.filter(
    (source) =>
      !isTest(source) && folders.some((isIn) => isIn(source.path)) && formatters.test(source.text),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

describe('the server', () => {
  const isServer = (source: Source) => within('server/src')(source.path) && !isTest(source)

  /** Returns the files that a file of the server can load, without the import of `addDemo`, from the root. */
  function loaded(): string[] {
    const found = new Set(SOURCES.filter(isServer).map(({ path }) => path))
    for (const path of found)
      for (const imported of SOURCES.find((source) => source.path === path)?.imports ?? [])
        if (imported !== 'server/demo/fill.ts') found.add(imported)
    return [...found]
  }

  test('loads no file of the demonstration except its account', () => {
    const isDemo = (path: string) => within('demo')(path) || within('server/demo')(path)
    expect(loaded().filter(isDemo)).toEqual(['demo/src/account.ts'])
  })

  test('imports the generator of the demonstration data in one place, when DEMO_DATA asks for it', () => {
    expect(breaches(isServer, within('server/demo'))).toEqual([
      'server/src/app/serve.ts -> server/demo/fill.ts',
    ])
    const serve = SOURCES.find(({ path }) => path === 'server/src/app/serve.ts')?.text ?? ''
    expect(serve).toContain("await import('../../demo/fill.ts')")
    expect(serve).toContain("if (config.demoData === 'full') await addDemo(")
  })

  test('registers calls in files called routes.ts or *-routes.ts, except those of Identity Toolkit and the files of the console', () => {
    const registers =
      /\bregister(?:Read|Write)?Route\(|\b(?:app|scope|token)\.(?:get|post|put|patch|delete|head|options|all|route)\(/
    const found = SOURCES.filter(
      (source) =>
        isServer(source) && !/[/-]routes?\.ts$/.test(source.path) && registers.test(source.text),
    )
    expect(found.map(({ path }) => path).toSorted()).toEqual([
      'server/src/console/configuration.ts',
      'server/src/console/static.ts',
      'server/src/identity/identity-toolkit.ts',
      'server/src/identity/other-origins.ts',
    ])
  })

  test('has in its image all that it loads, and no demonstration data', () => {
    const copied = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
      .split('FROM scratch')[1]
      ?.matchAll(/^COPY ([\w./]+) ([\w./]+)$/gm)
    const paths = [...(copied ?? [])].map(([, from = '']) => from)
    const isCopied = (path: string) => paths.some((from) => path === from || within(from)(path))
    const own = loaded().filter((path) => WORKSPACES.includes(path.split('/')[0] ?? ''))
    expect(own.filter((path) => !isCopied(path))).toEqual([])
    expect(
      SOURCES.filter(({ path }) => /^(?:server\/)?demo\//.test(path) && isCopied(path)),
    ).toEqual([expect.objectContaining({ path: 'demo/src/account.ts' })])
  })
})

describe('the console', () => {
  const screenOf = (path: string) => /^console\/src\/screens\/([^/]+)\//.exec(path)?.[1]

  test('never imports a screen in another screen', () => {
    const found = SOURCES.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => {
          const [own, other] = [screenOf(path), screenOf(imported)]
          return own !== undefined && other !== undefined && own !== other
        })
        .map((imported) => `${path} -> ${imported}`),
    )
    expect(found).toEqual([])
  })

  test('imports run one way: router ← ui ← features ← screens ← app', () => {
    const LAYERS = ['router', 'ui', 'features', 'screens', 'app']
    const found = LAYERS.flatMap((layer, at) =>
      LAYERS.slice(at + 1).flatMap((higher) =>
        breaches(
          (source) => !isTest(source) && within(`console/src/${layer}`)(source.path),
          within(`console/src/${higher}`),
        ),
      ),
    )
    expect(found).toEqual([])
  })

  test('imports nothing about bookings, partners or users in console/src/ui', () => {
    const isPrimitive = ({ path }: Source) => within('console/src/ui')(path)
    const known =
      /^(?:domain\/src\/(?!text\/|money\/|status\/)|contract\/)|^console\/src\/(?!ui\/|router\/)/
    expect(breaches(isPrimitive, (imported) => known.test(imported))).toEqual([])
  })
})

describe('imports have no cycles', () => {
  const PARTS = ['domain', 'contract', 'client', 'demo', 'adapter', 'server', 'console']
  const production = SOURCES.filter(
    (source) => !isTest(source) && PARTS.some((part) => within(part)(source.path)),
  )

  test('has no cycle between files', () => {
    expect(cycles(production.map(({ path, imports }) => [path, imports]))).toEqual([])
  })

  test('has no cycle between folders', () => {
    const edges = production.map(({ path, imports }): [string, string[]] => [
      dirname(path),
      imports.map((imported) => dirname(imported)).filter((folder) => folder !== dirname(path)),
    ])
    expect(cycles(edges)).toEqual([])
  })

  test('finds a cycle', () => {
    expect(
      cycles([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', []],
      ]),
    ).toEqual(['a -> b -> c -> a'])
  })
})

/** Returns one cycle for each node at which a search returns to its own path. */
function cycles(edges: readonly (readonly [from: string, to: readonly string[]])[]): string[] {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of edges) graph.set(from, new Set([...(graph.get(from) ?? []), ...to]))
  const found: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]) => {
    const at = path.indexOf(node)
    if (at !== -1) found.push([...path.slice(at), node].join(' -> '))
    if (at !== -1 || done.has(node)) return
    for (const next of graph.get(node) ?? []) if (graph.has(next)) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return found
}

describe('the words of docs/glossary.md', () => {
  const BANNED = [
    'tellUnexpected',
    'asksForPage',
    'AskedDraft',
    'HostFailure',
    'LongList',
    'CappedList',
    'ItemList',
    'useBlocks',
    'Overlay',
    'Marked',
    'useKeys',
    'usePaused',
    'useTyped',
    'useWayBack',
    'storable',
    'factsOf',
    'put(?:Bookings|Partners|TempPartners|Users)',
    'putBatch',
    'copyBookings',
    'Act',
    'acts',
    'ACTS',
    'onAct',
    'trailOf',
    'placeOf',
    'operatorsDay',
    'onTheWire',
    'answerCall',
    'refuseStranger',
    'countTry',
    'forgive(?:Try|Attempt)',
    'takeHold',
    'keepSwept',
    'Surroundings',
    'Deps',
    'deps',
    'Dice',
    'diceOf',
    'WAYS',
    '(?:MOST|LONGEST|LEAST|FEW|NEAR|PAUSE)(?:_[A-Z]+)?',
    '(?:[A-Z]+_)?PATIENCE',
  ]
  const banned = new RegExp(String.raw`(?<![\w-])(?:${BANNED.join('|')})(?![\w-])`, 'g')
  // comments and texts may use an English word that is forbidden as an identifier
  const withoutProse = (text: string) =>
    text.replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"/g, '')

  test('uses no identifier that the glossary replaces', () => {
    const found = SOURCES.filter(({ path }) => /\.tsx?$/.test(path)).flatMap(({ path, text }) =>
      [...withoutProse(text).matchAll(banned)].map(([word]) => `${path}: ${word}`),
    )
    expect(found).toEqual([])
  })

  test('gives an error that sets its name that of its class', () => {
    const named =
      /class (\w+) extends \w*Error\b(?:(?!\nclass |\nexport ).)*?\bname(?:: string)? = '(\w+)'/gs
    const names = SOURCES.flatMap(({ text }) => [...text.matchAll(named)])
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter(([, type, name]) => name !== type).map(([text]) => text)).toEqual([])
  })
})

describe('files', () => {
  test('has only the entry point in the root of server/src', () => {
    const files = SOURCES.map(({ path }) => path).filter((path) => dirname(path) === 'server/src')
    expect(files.toSorted()).toEqual(['server/src/main.test.ts', 'server/src/main.ts'])
  })

  test('has only entry points in the root of a workspace: no file imports them', () => {
    const imported = new Set(SOURCES.flatMap(({ imports }) => imports))
    const roots = SOURCES.map(({ path }) => path).filter(
      (path) => dirname(path) !== 'scripts' && WORKSPACES.includes(dirname(path)),
    )
    expect(roots.length).toBeGreaterThan(50)
    expect(roots.filter((path) => imported.has(path))).toEqual([])
  })

  test('has no index file that re-exports a folder', () => {
    expect(SOURCES.filter(({ path }) => /^index\.\w+$/.test(basename(path)))).toEqual([])
  })

  test('has no folder or file with a name such as utils', () => {
    const drawer = /(?:^|[/.-])(?:utils?|helpers?|common|misc)(?=[/.-]|$)/i
    expect(SOURCES.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([])
  })

  test(`none is longer than ${MAX_LINES} lines, no test longer than ${MAX_TEST_LINES}`, () => {
    const long = SOURCES.filter(
      (source) => lines(source) > (isTest(source) ? MAX_TEST_LINES : MAX_LINES),
    )
    expect(long.map((source) => `${source.path}: ${lines(source)}`)).toEqual([])
  })
})

describe('the route table (§2.1)', () => {
  const TABLE = [
    '/',
    '/login',
    '/dashboard',
    '/booking-details',
    '/booking-details/card',
    '/approval-panel',
    '/approval-panel/kyc/:id',
    '/approval-panel/kyc/online-kyc/:id',
    '/approval-panel/kyc/company-kyc/:id',
    '/approval-panel/kyc/in-person/:id',
    '/partner-details',
    '/partner-details/:id',
    '/partner/order',
    '/user-count',
    '/gst-requests',
    '/gst-requests/:id',
    '/inprogress-partners',
    '/inprogress-partners/:id',
    '/guest-partners',
    '/guest-partners/:id',
    '/expired-bookings',
  ]

  /** Our screens that are not in the table. */
  const OURS = [
    '/booking-details/counted',
    '/booking-details/ended',
    '/booking-details/found',
    '/partner-details/all',
    '/account',
    '/activity',
    '/administrators',
    '/reset-password',
  ]

  test('has exactly the paths of the specification and our own', () => {
    expect(Object.values(ROUTES).toSorted()).toEqual([...TABLE, ...OURS].toSorted())
  })

  test('has a screen for each path', () => {
    const routes = readFileSync(join(ROOT, 'console/src/app/routes.tsx'), 'utf8')
    const without = Object.keys(ROUTES).filter((name) => !routes.includes(`[ROUTES.${name}]:`))
    expect(without).toEqual([])
  })
})
