import { join } from 'node:path'
import { DEMONSTRATION_NUMBERS, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { maskPhone } from '@mandap/domain/super-admin/elevation.ts'
import type { Config } from '../config/config.ts'
import { whyExposed } from '../config/exposure.ts'
import { defaultKeyFile } from '../database/key-file.ts'
import { paint, since } from './terminal.ts'

/**
 * Returns the text that is printed when the server is ready. `location` is the location of the data, `hasKey` whether the
 * encryption key can read what is stored, `isAdministrator` whether the address of `ADMIN_EMAIL` has access, `started` the time
 * when the start began.
 */
export function startupBanner(
  config: Config,
  {
    location,
    hasKey,
    isAdministrator,
  }: { location: string; hasKey: boolean; isAdministrator: boolean },
  started: number,
): string {
  return [
    '',
    `  ${paint('bold', 'Mandap is ready')} ${since(started)}`,
    '',
    row('Open', paint('cyan', config.publicUrl)),
    ...signIn(config, isAdministrator),
    row('Super Admin', superAdmins(config)),
    row('Data', location),
    row('Key', keyRow(config)),
    row('Mail', config.smtpUrl ? new URL(config.smtpUrl).host : join(config.dataDir, 'outbox')),
    row('SMS', config.sms === 'development' ? join(config.dataDir, 'outbox') : config.sms),
    row('Stop', 'Ctrl-C'),
    '',
    ...(hasKey ? [] : keyWarning(config)),
    ...warnings(config),
  ].join('\n')
}

function signIn(config: Config, isAdministrator: boolean): string[] {
  if (config.identity === 'firebase') {
    return [row('Sign in', `through ${config.firebaseProjectId}, once added by npm run admin`)]
  }
  if (!isAdministrator)
    return [row('Sign in', 'as an administrator whom npm run admin -- list shows')]
  if (config.adminPassword !== DEMONSTRATION_PASSWORD)
    return [
      row('Sign in', config.adminEmail),
      row('Password', 'as set in ADMIN_PASSWORD at the first start'),
    ]
  return [
    row('Sign in', config.adminEmail),
    row('Password', `${DEMONSTRATION_PASSWORD} (on this machine only)`),
  ]
}

function keyRow(config: Config): string {
  return config.encryptionKeyFile ?? `${keyFile(config)} (keep a copy: encrypted data needs it)`
}

function keyFile({ encryptionKeyFile, dataDir }: Config): string {
  return encryptionKeyFile ?? defaultKeyFile(dataDir)
}

function keyWarning(config: Config): string[] {
  return [
    `  ${paint('red', 'Warning: this server cannot read the encrypted numbers and documents.')}`,
    `  ${keyFile(config)} is missing or has another key, so calls that need it answer 503${config.identity === 'embedded' ? ', and nobody can sign in' : ''}.`,
    '  Put the key there with which they were encrypted, or set ENCRYPTION_KEY_FILE and start the server again.',
    '',
  ]
}

/** Returns warnings about settings that work but are not safe, with their names. */
function warnings(config: Config): string[] {
  if (whyExposed(config) === undefined || config.publicUrl.startsWith('https:')) return []
  return [
    `  ${paint('red', 'Warning: browsers reach this server without encryption.')}`,
    `  PUBLIC_URL is ${config.publicUrl}, so passwords and identity papers are sent unencrypted.`,
    '  Put an HTTPS proxy in front of it, and set PUBLIC_URL to its https:// address.',
    '',
  ]
}

// a log must not contain the numbers of real people
function superAdmins({ superAdminNumbers: numbers }: Config): string {
  if (numbers.length === 0) return 'nobody, until SUPER_ADMIN_NUMBERS is set'
  const known: readonly string[] = DEMONSTRATION_NUMBERS
  const shown = numbers.map(({ number }) => (known.includes(number) ? number : maskPhone(number)))
  return shown.join(', ')
}

function row(name: string, value: string): string {
  return `    ${paint('dim', name.padEnd(13))}${value}`
}
