import { guideBlock, guideBlocks } from '../testing/operating-guide.ts'

/** Commands of docs/operating.md that do not run in a test, and why. */
export const NOT_RUN: readonly (readonly [command: RegExp, because: string])[] = [
  [
    /^(useradd|git clone|chown -R|apt|editor|systemctl|cp \S*deploy\/systemd)\b/,
    'changes the machine',
  ],
  [
    /^(\(umask 077 && set -C && openssl rand -base64 32 > \/etc\/mandap\/encryption\.key|sudo -u mandap) /,
    'is for a machine with systemd',
  ],
  [/^(sh deploy\/compose|cat secrets)/, 'scripts/deploy.test.ts runs it'],
  [/^(\(umask 077 && cat > deploy\/compose|echo 'DOMAIN)/, 'writes into the clone'],
  [/^docker /, 'needs Docker; npm run test:image runs the image'],
  [/^(pg_basebackup|pgbackrest) /, 'needs programs of PostgreSQL'],
  [/^openssl req /, 'npm run bench:failover runs it'],
  [/^0 2 \* \* \* /, 'is a line for cron; scripts/deploy.test.ts runs it with another npm'],
  [/^npm run (backup|restore) -- s3:/, 'server/src/backup/s3-location.test.ts tests it'],
  [/^npm run backup -- \S+ --verify/, 'server/src/backup/verify.test.ts runs it'],
  [/^npm run move -- --documents-to/, 'server/src/move/move.test.ts runs it'],
  [/^npm run keys -- rotate/, 'takes a minute; server/src/keys/rotate.test.ts tests it'],
  [/^(mv|mkdir) \.data/, 'replaces the data of the clone'],
  [/^[A-Z_]+=\S+$/, 'is a setting'],
]

/** Returns the commands of a block of shell, without comments. One with parentheses, quotes, a document or a \ has many lines. */
function commandsOf(block: string): string[] {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    open += (open && '\n') + line.replace(/(^|\s+)# .*$/, '')
    if (!isWhole(open)) continue
    if (open) commands.push(open)
    open = ''
  }
  return commands
}

function isWhole(command: string): boolean {
  const [, end] = /<<'(\w+)'/.exec(command) ?? []
  if (end) return command.endsWith(command.startsWith('(') ? `\n${end}\n)` : `\n${end}`)
  if (command.endsWith('\\')) return false
  const quotes = command.match(/'/g)?.length ?? 0
  return quotes % 2 === 0 && (!command.startsWith('(') || command.endsWith(')'))
}

/** Returns all commands of docs/operating.md. */
export async function guideCommands(): Promise<string[]> {
  return (await guideBlocks('sh')).flatMap(commandsOf)
}

/** Returns the commands that a test runs of the block that contains a text. */
export async function runnableCommands(containing: string): Promise<string[]> {
  return commandsOf(await guideBlock('sh', containing)).filter(
    (command) => !NOT_RUN.some(([pattern]) => pattern.test(command)),
  )
}
