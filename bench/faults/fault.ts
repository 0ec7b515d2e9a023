/** A test run that should fail because of a fault. */
export type Check =
  | {
      project: 'domain' | 'server' | 'console' | 'components' | 'repository'
      files: readonly string[]
    }
  | { journey: string; grep: string }

/** A deliberate error in one file of the product. */
export interface Fault {
  /** The wrong behaviour, in words joined by `-`. */
  name: string
  file: string
  /** Code that occurs exactly once in the file. */
  find: string
  replace: string
  /** The narrowest runs that should notice. */
  checks: readonly Check[]
}

/** Unit and property tests of `domain`, by file below `domain/src`. */
export function domain(...files: string[]): Check[] {
  return [{ project: 'domain', files: files.map((file) => `domain/src/${file}.test.ts`) }]
}

/** Tests on PostgreSQL, by file below `server/src`. */
export function server(...files: string[]): Check[] {
  return [{ project: 'server', files: files.map((file) => `server/src/${file}.test.ts`) }]
}

/** The console's own logic, by file below `console/src`. */
export function consoleUnit(...files: string[]): Check[] {
  return [{ project: 'console', files: files.map((file) => `console/src/${file}.test.ts`) }]
}

/** Tests of the calls, by file below `contract/src`. They need no database. */
export function contract(...files: string[]): Check[] {
  return [{ project: 'domain', files: files.map((file) => `contract/src/${file}.test.ts`) }]
}

/** Tests of the client and its HTTP transport, by file below `client/src`. */
export function client(...files: string[]): Check[] {
  return [{ project: 'console', files: files.map((file) => `client/src/${file}.test.ts`) }]
}

/** Tests of the client on the real server, by file below `client/src`. */
export function clientOnServer(...files: string[]): Check[] {
  return [{ project: 'server', files: files.map((file) => `client/src/${file}.test.ts`) }]
}

/** Tests of the adapter for plain hosts, by file below `adapter/src`. */
export function adapter(...files: string[]): Check[] {
  return [{ project: 'console', files: files.map((file) => `adapter/src/${file}.test.ts`) }]
}

/** Tests of one component in a browser, by file below `console/src`. */
export function component(...files: string[]): Check[] {
  return [{ project: 'components', files: files.map((file) => `console/src/${file}.test.tsx`) }]
}

/** The failure matrix of the console. */
export const FAILURE_MATRIX: readonly Check[] = [
  { project: 'components', files: ['console/failures/failure-matrix.test.tsx'] },
]

/** Tests of the sources, by file in `scripts`. */
export function repository(...files: string[]): Check[] {
  return [{ project: 'repository', files: files.map((file) => `scripts/${file}.test.ts`) }]
}

/** Browser tests of a specification file whose title matches. */
export function journey(name: string, grep: string): Check[] {
  return [{ journey: `e2e/${name}.spec.ts`, grep }]
}
