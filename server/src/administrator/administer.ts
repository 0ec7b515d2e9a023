import { parseArgs } from 'node:util'
import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { devicesText } from '@mandap/domain/audit/sentence.ts'
import { LINK_KEY } from '@mandap/domain/audit/kind.ts'
import { isEmail, isStorableEmail } from '@mandap/domain/session/email.ts'
import { PASSWORD_PROBLEMS } from '@mandap/domain/session/password.ts'
import { isRole, ROLE_NAMES, type Role } from '@mandap/domain/session/role.ts'
import { counted } from '@mandap/domain/text/counted.ts'
import { listText } from './list-text.ts'
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
  type GivenAdministrator,
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

/** Where the usage says what a command does. */
const USAGE_COLUMN = 47

/** Who made a change, in mails. */
const OPERATOR = 'The operator of the server'

export interface Dependencies {
  db: Database
  config: Pick<Config, 'identity' | 'publicUrl'> & Partial<Pick<Config, 'breachedPasswords'>>
  now: Date
  mail: SendMail
  /** The content of the standard input. */
  input: () => Promise<string>
}

interface Command {
  /** The number of words after the command. */
  words: number
  options?: readonly string[]
  /** Its lines of the usage: the words and options, and what it does. */
  usage: readonly (readonly [form: string, what: string])[]
  /** Whether it adds administrators, as before the first start of a server. */
  addsPeople?: true
  run: (dependencies: Dependencies, given: Arguments) => Promise<string>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  add: {
    words: 1,
    options: ['name', 'role'],
    usage: [['EMAIL [--name NAME] [--role ROLE]', 'adds an administrator, or enables one again']],
    addsPeople: true,
    run: (dependencies, given) => add(dependencies, newPerson(given)),
  },
  invite: {
    words: 1,
    options: ['name', 'role'],
    usage: [
      ['EMAIL [--name NAME] [--role ROLE]', 'the same, and mails them a link to choose a password'],
    ],
    addsPeople: true,
    run: (dependencies, given) => invite(dependencies, newPerson(given)),
  },
  role: {
    words: 2,
    usage: [['EMAIL ROLE', 'changes the role: administrator, or viewer, who changes nothing']],
    run: (dependencies, { email, role }) => setRole(dependencies, required(email), roleOf(role)),
  },
  list: { words: 0, usage: [['', 'lists the administrators']], run: ({ db }) => listText(db) },
  disable: {
    words: 1,
    usage: [['EMAIL', 'ends access at once, in every tab']],
    run: (dependencies, { email }) => disable(dependencies, required(email)),
  },
  'end-sessions': {
    words: 1,
    usage: [['EMAIL', 'signs an administrator out everywhere']],
    run: (dependencies, { email }) => endSessions(dependencies, required(email)),
  },
  password: {
    words: 1,
    options: ['stdin'],
    usage: [
      ['EMAIL', 'prints a link to choose a new password'],
      ['EMAIL --stdin', 'reads the new password from standard input'],
    ],
    run: (dependencies, { email, stdin }) =>
      (stdin ? setPassword : handLink)(dependencies, required(email)),
  },
  'reset-factor': {
    words: 1,
    usage: [['EMAIL', 'removes the second factor of somebody who lost it']],
    run: (dependencies, { email }) => removeFactor(dependencies, required(email)),
  },
  'rotate-key': {
    words: 0,
    usage: [['', 'creates new keys that sign tokens and document links']],
    run: rotateKey,
  },
}

const USAGE = `Manages the administrators of the back office.

${Object.entries(COMMANDS)
  .flatMap(([name, { usage }]) => usage.map(([form, what]) => usageOf(`${name} ${form}`, what)))
  .join('\n')}`

function usageOf(words: string, what: string): string {
  const line = `  npm run admin -- ${words}`.trimEnd()
  return line.length < USAGE_COLUMN
    ? line.padEnd(USAGE_COLUMN) + what
    : `${line}\n${' '.repeat(USAGE_COLUMN)}${what}`
}

/** Returns whether a command adds administrators, as before the first start of a server. Throws if the words are no command. */
export function addsPeople(args: readonly string[]): boolean {
  return readArguments(args).command.addsPeople === true
}

/** Runs one `npm run admin` command. Returns the text for the operator. */
export async function runAdmin(
  args: readonly string[],
  dependencies: Dependencies,
): Promise<string> {
  const { command, given } = readArguments(args)
  return command.run(dependencies, given)
}

/** What was given to a command. */
interface Arguments {
  email?: string | undefined
  name?: string | undefined
  role?: string | undefined
  stdin?: boolean | undefined
}

async function add(dependencies: Dependencies, { email, name, role }: GivenAdministrator) {
  const { db, config, now } = dependencies
  const before = await findAdministrator(db, email)
  const administrator = await addAdministrator(db, { email, name, role: before?.role ?? role }, now)
  const added = before && role ? await setRole(dependencies, email, role) : isNow(administrator)
  const notifyAccess = (signIn: Parameters<typeof accessMail>[2]) =>
    notify(dependencies, email, (recipient) =>
      accessMail(recipient, role ?? administrator.role, signIn),
    )
  if (config.identity === 'firebase')
    return `${added}\nThey sign in with their account of the Firebase project; its e-mail must be verified there.${await notifyAccess('firebase')}`
  if (before?.password_hash) {
    const hadAccess = before.disabled_at === null
    return `${added}\nThey sign in with the password they have.${hadAccess ? '' : await notifyAccess('password')}`
  }
  const link = await newLink({ db, config, now }, administrator)
  return `${added}${await notifyAccess('link')}\n${handing(link)}`
}

async function invite(dependencies: Dependencies, given: GivenAdministrator) {
  const { db, config, now, mail } = dependencies
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

async function setRole(dependencies: Dependencies, email: string, role: Role | undefined) {
  if (!role) throw new CommandError(USAGE)
  const { db, now } = dependencies
  const administrator = await knownAdministrator(db, email)
  const isChanged = await changeRole(db, administrator, role, { by: COMMAND_LINE }, now)
  const notMailed = isChanged
    ? await notify(dependencies, email, (recipient) => roleChangedMail(recipient, role))
    : ''
  return `${isNow({ email: administrator.email, role })}${notMailed}`
}

function isNow({ email, role }: { email: string; role: Role }): string {
  return role === 'viewer' ? `${email} is a viewer.` : `${email} is an administrator.`
}

async function disable(dependencies: Dependencies, email: string) {
  const { db, now } = dependencies
  await knownAdministrator(db, email)
  const isChanged = await disableAdministrator(db, email, now)
  const notMailed = isChanged ? await notify(dependencies, email, disabledMail) : ''
  return `${email} is disabled, and all of their sessions have ended.\nTo enable them again: npm run admin -- add ${email}${notMailed}`
}

async function endSessions(dependencies: Dependencies, email: string) {
  const { db, now } = dependencies
  const administrator = await knownAdministrator(db, email)
  const { sessions, devices } = await endAllSessions(db, administrator, { by: COMMAND_LINE }, now)
  const notMailed = sessions > 0 ? await notify(dependencies, email, sessionsEndedMail) : ''
  const ended = `${counted(sessions, ['session', 'sessions'])} of ${administrator.email} ended`
  return `${ended}${devicesText(devices)}.${notMailed}`
}

async function handLink(dependencies: Dependencies, email: string) {
  const administrator = await passwordHolder(dependencies, email)
  const link = await newLink(dependencies, administrator)
  const notMailed = await notify(dependencies, email, passwordLinkMail)
  return `${handing(link)}${notMailed}`
}

async function setPassword(dependencies: Dependencies, email: string) {
  const { db, config, now, input } = dependencies
  const administrator = await passwordHolder({ db, config }, email)
  const password = (await input()).replace(/\r?\n$/, '')
  const problem = await newPasswordProblem(password, administrator.email, config.breachedPasswords)
  if (problem) throw new CommandError(PASSWORD_PROBLEMS[problem])
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await setPasswordHash(trx, administrator.id, passwordHash, now)
    await recordAccount(trx, 'setPassword', administrator, { by: COMMAND_LINE })
  })
  const notMailed = await notify(dependencies, email, passwordSetMail)
  return `The password of ${administrator.email} is set, and all of their sessions have ended.${notMailed}`
}

/** Mails an administrator what was done. Returns '', or a line that says why the mail was not sent. */
async function notify(
  { db, mail }: Dependencies,
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

async function passwordHolder({ db, config }: Pick<Dependencies, 'db' | 'config'>, email: string) {
  if (config.identity === 'firebase')
    throw new CommandError('With IDENTITY=firebase, passwords are kept by the Firebase project.')
  const administrator = await knownAdministrator(db, email)
  if (administrator.disabled_at)
    throw new CommandError(`${email} is disabled. First: npm run admin -- add ${email}`)
  return administrator
}

async function newLink(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  administrator: { id: string; email: string; name: string },
) {
  const code = await db.transaction().execute(async (trx) => {
    const created = await createResetCode(trx, administrator.id, 'handed', now)
    await recordAccount(trx, 'handLink', administrator, { by: COMMAND_LINE })
    return created
  })
  return resetLink(config.publicUrl, WEB_API_KEY, code)
}

async function removeFactor(dependencies: Dependencies, email: string) {
  const { db, config, now } = dependencies
  if (config.identity === 'firebase')
    throw new CommandError(
      'With IDENTITY=firebase, second factors are kept by the Firebase project.',
    )
  const administrator = await knownAdministrator(db, email)
  const isRemoved = await resetFactor(db, administrator, { by: COMMAND_LINE }, now)
  if (!isRemoved) throw new CommandError(`${administrator.email} has no second factor.`)
  const notMailed = await notify(dependencies, email, factorResetMail)
  return `The second factor of ${administrator.email} is removed, and all of their sessions have ended. They sign in with their password.${notMailed}`
}

async function rotateKey({ db, config, now }: Dependencies) {
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

/** Returns the command. Refuses what it would ignore, because the operator expects that to have an effect. */
function commandOf(
  name: string | undefined,
  words: readonly string[],
  options: readonly string[],
): Command {
  if (name === undefined) throw new CommandError(USAGE)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new CommandError(`'${name}' is not a command.\n\n${USAGE}`)
  const word = words[command.words]
  if (word !== undefined) throw new CommandError(`${name} does not take '${word}'.\n\n${USAGE}`)
  const option = options.find((one) => !command.options?.includes(one))
  if (option !== undefined) throw new CommandError(`${name} does not take --${option}.\n\n${USAGE}`)
  return command
}

function readArguments(args: readonly string[]): { command: Command; given: Arguments } {
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
    const [name, ...words] = positionals
    const command = commandOf(name, words, Object.keys(values))
    const [email, role = values.role] = words
    return { command, given: { email, ...values, role } }
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${error.message}\n\n${USAGE}`)
    throw error
  }
}

function newPerson({ email, name, role }: Arguments): GivenAdministrator {
  return { email: newEmail(email), name, role: roleOf(role) }
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

async function knownAdministrator(db: Database, email: string) {
  const administrator = await findAdministrator(db, email)
  if (administrator) return administrator
  throw new CommandError(`There is no administrator ${email}. npm run admin -- list shows them.`)
}
