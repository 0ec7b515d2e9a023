import { parseArgs } from 'node:util'
import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { LINK_KEY } from '@mandap/domain/audit/kind.ts'
import { isEmail, isStorableEmail } from '@mandap/domain/session/email.ts'
import { PASSWORD_PROBLEMS } from '@mandap/domain/session/password.ts'
import { isRole, ROLE_NAMES, type Role } from '@mandap/domain/session/role.ts'
import { FACTOR_LABELS } from '@mandap/domain/session/second-factor.ts'
import { changeRole, endAllSessions, inviteAdministrator, resetFactor } from './changes.ts'
import {
  accessMail,
  disabledMail,
  factorResetMail,
  invitationMail,
  passwordLinkMail,
  passwordSetMail,
  roleChangedMail,
  sessionsEndedMail,
} from './mails.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { reasonOf } from '../error/reason.ts'
import { CommandError } from '../terminal/command-error.ts'
import {
  addAdministrator,
  disableAdministrator,
  findAdministrator,
  listAdministrators,
  setPasswordHash,
} from '../session/administrator.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'
import { newPasswordProblem } from '../session/new-password.ts'
import { hashPassword } from '../session/password.ts'
import { replaceLinkKey } from '../session/link-key.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { createResetCode, HANDED_CODE_MINUTES, resetLink } from '../identity/reset-code.ts'
import { addSigningKey } from '../session/signing-key.ts'

const USAGE = `Manages the administrators of the back office.

  npm run admin -- add EMAIL [--name NAME] [--role ROLE]
                                               adds an administrator, or enables one again
  npm run admin -- invite EMAIL [--name NAME] [--role ROLE]
                                               the same, and mails them a link to choose a password
  npm run admin -- role EMAIL ROLE             changes the role: administrator, or viewer, who changes nothing
  npm run admin -- list                        lists the administrators
  npm run admin -- disable EMAIL               ends access at once, in every tab
  npm run admin -- end-sessions EMAIL          signs an administrator out everywhere
  npm run admin -- password EMAIL              prints a link to choose a new password
  npm run admin -- password EMAIL --stdin      reads the new password from standard input
  npm run admin -- reset-factor EMAIL          removes the second factor of somebody who lost it
  npm run admin -- rotate-key                  creates new keys that sign tokens and document links`

/** Who made a change, in mails. */
const OPERATOR = 'The operator of the server'

export interface AdminTools {
  db: Database
  config: Pick<Config, 'identity' | 'publicUrl'> & Partial<Pick<Config, 'breachedPasswords'>>
  now: Date
  mail: SendMail
  /** The content of the standard input. */
  input: () => Promise<string>
}

/** Returns whether a command adds administrators, as before the first start of a server. Throws if the words are no command. */
export function addsPeople(args: readonly string[]): boolean {
  const { command = '' } = readArguments(args)
  return ['add', 'invite'].includes(command)
}

/** Runs one `npm run admin` command. Returns the text for the operator. */
export async function runAdmin(args: readonly string[], tools: AdminTools): Promise<string> {
  const { command, email, name, role, stdin } = readArguments(args)
  switch (command) {
    case 'add':
      return add(tools, { email: newEmail(email), name, role: roleOf(role) })
    case 'invite':
      return invite(tools, { email: newEmail(email), name, role: roleOf(role) })
    case 'role':
      return setRole(tools, required(email), roleOf(role))
    case 'list':
      return list(tools)
    case 'disable':
      return disable(tools, required(email))
    case 'end-sessions':
      return endSessions(tools, required(email))
    case 'password':
      return stdin ? setPassword(tools, required(email)) : handLink(tools, required(email))
    case 'reset-factor':
      return removeFactor(tools, required(email))
    case 'rotate-key':
      return rotateKey(tools)
    default:
      throw new CommandError(USAGE)
  }
}

interface Given {
  email: string
  name: string | undefined
  role: Role | undefined
}

async function add(tools: AdminTools, { email, name, role }: Given) {
  const { db, config, now } = tools
  const before = await findAdministrator(db, email)
  const administrator = await addAdministrator(db, { email, name, role: before?.role ?? role }, now)
  const added = before && role ? await setRole(tools, email, role) : isNow(administrator)
  const notifyAccess = (signIn: Parameters<typeof accessMail>[2]) =>
    notify(tools, email, (recipient) => accessMail(recipient, role ?? administrator.role, signIn))
  if (config.identity === 'firebase')
    return `${added}\nThey sign in with their account of the Firebase project; its e-mail must be verified there.${await notifyAccess('firebase')}`
  if (before?.password_hash) {
    const hadAccess = before.disabled_at === null
    return `${added}\nThey sign in with the password they have.${hadAccess ? '' : await notifyAccess('password')}`
  }
  const link = await newLink({ db, config, now }, administrator)
  return `${added}${await notifyAccess('link')}\n${handing(link)}`
}

async function invite(tools: AdminTools, given: Given) {
  const { db, config, now, mail } = tools
  if (config.identity === 'firebase')
    throw new CommandError('With IDENTITY=firebase, invitations belong to the Firebase project.')
  const invited = await inviteAdministrator(db, given, { by: COMMAND_LINE }, now)
  if (!invited) throw new CommandError(`${given.email} is already an administrator.`)
  const { person, code } = invited
  const link = resetLink(config.publicUrl, WEB_API_KEY, code)
  try {
    await mail(invitationMail({ ...person, by: OPERATOR }, link))
  } catch (error) {
    throw new CommandError(
      `The mail to ${person.email} could not be sent: ${reasonOf(error)}\n${handing(link)}`,
    )
  }
  return `${isNow(person)} The mail with a link to choose a password was sent.`
}

async function setRole(tools: AdminTools, email: string, role: Role | undefined) {
  if (!role) throw new CommandError(USAGE)
  const { db, now } = tools
  const administrator = await findAdministrator(db, email)
  if (!administrator) throw unknownAdministrator(email)
  const isChanged = await changeRole(db, administrator, role, { by: COMMAND_LINE }, now)
  const notMailed = isChanged
    ? await notify(tools, email, (recipient) => roleChangedMail(recipient, role))
    : ''
  return `${isNow({ email: administrator.email, role })}${notMailed}`
}

function isNow({ email, role }: { email: string; role: Role }): string {
  return role === 'viewer' ? `${email} is a viewer.` : `${email} is an administrator.`
}

async function list({ db }: AdminTools) {
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

async function disable(tools: AdminTools, email: string) {
  const { db, now } = tools
  if (!(await findAdministrator(db, email))) throw unknownAdministrator(email)
  const isChanged = await disableAdministrator(db, email, now)
  const notMailed = isChanged ? await notify(tools, email, disabledMail) : ''
  return `${email} is disabled, and all of their sessions have ended.\nTo enable them again: npm run admin -- add ${email}${notMailed}`
}

async function endSessions(tools: AdminTools, email: string) {
  const { db, now } = tools
  const administrator = await findAdministrator(db, email)
  if (!administrator) throw unknownAdministrator(email)
  const ended = await endAllSessions(db, administrator, { by: COMMAND_LINE }, now)
  const notMailed = ended > 0 ? await notify(tools, email, sessionsEndedMail) : ''
  return `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${administrator.email} ended.${notMailed}`
}

async function handLink(tools: AdminTools, email: string) {
  const administrator = await passwordHolder(tools, email)
  const link = await newLink(tools, administrator)
  const notMailed = await notify(tools, email, passwordLinkMail)
  return `${handing(link)}${notMailed}`
}

async function setPassword(tools: AdminTools, email: string) {
  const { db, config, now, input } = tools
  const administrator = await passwordHolder({ db, config }, email)
  const password = (await input()).replace(/\r?\n$/, '')
  const problem = await newPasswordProblem(password, administrator.email, config.breachedPasswords)
  if (problem) throw new CommandError(PASSWORD_PROBLEMS[problem])
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await setPasswordHash(trx, administrator.id, passwordHash, now)
    await recordAccount(trx, 'setPassword', administrator, { by: COMMAND_LINE })
  })
  const notMailed = await notify(tools, email, passwordSetMail)
  return `The password of ${administrator.email} is set, and all of their sessions have ended.${notMailed}`
}

/** Mails an administrator what was done. Returns '', or a line that says why the mail was not sent. */
async function notify(
  { db, mail }: AdminTools,
  email: string,
  write: (recipient: { email: string; name: string; by: string }) => Mail,
): Promise<string> {
  const administrator = await findAdministrator(db, email)
  if (!administrator) return ''
  try {
    await mail(write({ email: administrator.email, name: administrator.name, by: OPERATOR }))
    return ''
  } catch (error) {
    return `\nThe mail to ${administrator.email} could not be sent: ${reasonOf(error)}`
  }
}

async function passwordHolder({ db, config }: Pick<AdminTools, 'db' | 'config'>, email: string) {
  if (config.identity === 'firebase')
    throw new CommandError('With IDENTITY=firebase, passwords are kept by the Firebase project.')
  const administrator = await findAdministrator(db, email)
  if (!administrator) throw unknownAdministrator(email)
  if (administrator.disabled_at)
    throw new CommandError(`${email} is disabled. First: npm run admin -- add ${email}`)
  return administrator
}

async function newLink(
  { db, config, now }: Pick<AdminTools, 'db' | 'config' | 'now'>,
  administrator: { id: string; email: string; name: string },
) {
  const code = await db.transaction().execute(async (trx) => {
    const created = await createResetCode(trx, administrator.id, 'handed', now)
    await recordAccount(trx, 'handLink', administrator, { by: COMMAND_LINE })
    return created
  })
  return resetLink(config.publicUrl, WEB_API_KEY, code)
}

async function removeFactor(tools: AdminTools, email: string) {
  const { db, config, now } = tools
  if (config.identity === 'firebase')
    throw new CommandError(
      'With IDENTITY=firebase, second factors are kept by the Firebase project.',
    )
  const administrator = await findAdministrator(db, email)
  if (!administrator) throw unknownAdministrator(email)
  const isRemoved = await resetFactor(db, administrator, { by: COMMAND_LINE }, now)
  if (!isRemoved) throw new CommandError(`${administrator.email} has no second factor.`)
  const notMailed = await notify(tools, email, factorResetMail)
  return `The second factor of ${administrator.email} is removed, and all of their sessions have ended. They sign in with their password.${notMailed}`
}

async function rotateKey({ db, config, now }: AdminTools) {
  return db.transaction().execute(async (trx) => {
    const rotated = { by: COMMAND_LINE, kind: 'rotateKey', subject: 'server' } as const
    await replaceLinkKey(trx)
    await appendAuditEntries(trx, {
      ...rotated,
      subjectId: LINK_KEY,
      subjectName: 'Key of document links',
    })
    const links =
      'Links to documents have a new key: the earlier ones have ended, and unsaved text in browsers cannot be read any more.'
    if (config.identity === 'firebase')
      return `${links}\nTokens are signed by the Firebase project.`
    const kid = await addSigningKey(trx, now)
    await appendAuditEntries(trx, { ...rotated, subjectId: kid, subjectName: 'Signing key' })
    return `Tokens are signed with the new key ${kid}.\nTokens of the earlier keys stay valid until they expire.\n${links}`
  })
}

function handing(link: string): string {
  return `Send them this link to choose a password. It works once, within ${HANDED_CODE_MINUTES / 60} hours:\n\n  ${link}\n`
}

/** The number of words after each command, and its options. */
const ACCEPTED: Readonly<Record<string, { words: number; options?: readonly string[] }>> = {
  add: { words: 1, options: ['name', 'role'] },
  invite: { words: 1, options: ['name', 'role'] },
  role: { words: 2 },
  list: { words: 0 },
  disable: { words: 1 },
  'end-sessions': { words: 1 },
  password: { words: 1, options: ['stdin'] },
  'reset-factor': { words: 1 },
  'rotate-key': { words: 0 },
}

/** Refuses what the command would ignore, because the operator expects it to have an effect. */
function checkAccepted(
  command: string | undefined,
  words: readonly string[],
  options: readonly string[],
) {
  if (command === undefined) throw new CommandError(USAGE)
  const accepted = Object.hasOwn(ACCEPTED, command) ? ACCEPTED[command] : undefined
  if (!accepted) throw new CommandError(`'${command}' is not a command.\n\n${USAGE}`)
  const word = words[accepted.words]
  if (word !== undefined) throw new CommandError(`${command} does not take '${word}'.\n\n${USAGE}`)
  const option = options.find((name) => !accepted.options?.includes(name))
  if (option !== undefined)
    throw new CommandError(`${command} does not take --${option}.\n\n${USAGE}`)
}

function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        role: { type: 'string' },
        stdin: { type: 'boolean' },
      },
    })
    const [command, ...words] = positionals
    checkAccepted(command, words, Object.keys(values))
    const [email, role = values.role] = words
    return { command, email, ...values, role }
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${error.message}\n\n${USAGE}`)
    throw error
  }
}

function required(email: string | undefined): string {
  if (email && isEmail(email)) return email
  throw new CommandError(email ? `'${email}' is not an e-mail address.` : USAGE)
}

/** The same for an address that the command stores. */
function newEmail(email: string | undefined): string {
  const given = required(email)
  if (isStorableEmail(given)) return given
  throw new CommandError(`'${given}' has a character that an e-mail address cannot have.`)
}

function roleOf(text: string | undefined): Role | undefined {
  if (text === undefined) return undefined
  if (!isRole(text))
    throw new CommandError(`'${text}' is not a role. Roles are ${ROLE_NAMES.join(' and ')}.`)
  return text
}

function unknownAdministrator(email: string): CommandError {
  return new CommandError(`There is no administrator ${email}. npm run admin -- list shows them.`)
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
