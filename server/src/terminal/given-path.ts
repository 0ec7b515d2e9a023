import { isAbsolute, relative, resolve } from 'node:path'

/** Returns a path of the command line as the person meant it, relative to the current folder if it can be. */
export function givenPath(path: string): string {
  // npm changes to the project's folder and sets INIT_CWD to the original one
  const cwd = process.cwd()
  return isAbsolute(path)
    ? path
    : relative(cwd, resolve(process.env['INIT_CWD'] ?? cwd, path)) || '.'
}
