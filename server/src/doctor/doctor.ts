import { type Config, readConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { checkDatabase } from './database.ts'
import { checkDirect } from './direct.ts'
import { type Finding, ok, problem } from './finding.ts'
import { checkDisk, checkErasureLog, checkKeyFile, checkNode } from './machine.ts'
import { checkReplica } from './replica.ts'
import {
  checkMail,
  checkProxy,
  checkPublicUrl,
  checkScanner,
  checkSender,
  checkSms,
  checkStore,
} from './services.ts'

/** Checks the settings, and everything that they name. Changes no data. */
export async function diagnose(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = readSettings(env)
  if ('findings' in settings) return settings.findings
  const { config } = settings
  const findings = await Promise.all([
    checkDisk(config),
    checkErasureLog(config),
    checkKeyFile(config),
    checkDatabase(config),
    checkDirect(config),
    checkReplica(config),
    checkStore(config),
    checkScanner(config),
    checkMail(config),
    checkSms(config),
    checkPublicUrl(config),
  ])
  const ofSettings = [checkSender(config), checkProxy(config)]
  return [ok('Settings', 'All can be used.'), checkNode(), ...[...findings, ...ofSettings].flat()]
}

function readSettings(env: NodeJS.ProcessEnv): { config: Config } | { findings: Finding[] } {
  try {
    return { config: readConfig(env) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const fix = 'docs/settings.md lists what each setting accepts.'
    return { findings: error.problems.map((text) => problem('Settings', text, fix)) }
  }
}

const MARKS = { ok: '✓', warning: '!', problem: '✗' } as const

/** Returns the findings as text, with what to do about each. */
export function report(findings: readonly Finding[]): string {
  const count = (is: Finding['is']) => findings.filter((finding) => finding.is === is).length
  const lines = findings.flatMap(({ subject, is, text, fix }) => [
    `  ${MARKS[is]} ${subject.padEnd(11)}${text}`,
    ...(fix ? [`    ${''.padEnd(11)}${fix}`] : []),
  ])
  const summary = `Problems: ${count('problem')}. Warnings: ${count('warning')}.`
  return [...lines, '', `  ${summary}`].join('\n')
}
