import { basename } from 'node:path'

/**
 * Returns how to start the npm that runs this script, or else the one on the path. Like scripts/run.mjs, this file has to
 * run on Node 20.
 * @param {readonly string[]} words
 */
export function npmCommand(words) {
  const own = process.env['npm_execpath'] ?? ''
  return basename(own) === 'npm-cli.js'
    ? { program: process.execPath, args: [own, ...words], shell: false }
    : { program: 'npm', args: [...words], shell: process.platform === 'win32' }
}
