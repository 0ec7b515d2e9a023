import { isPlainHttp } from '../config/unencrypted.ts'
import { basename, join } from 'node:path'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { countText } from '@mandap/domain/text/counted.ts'
import { type Config, readConfig } from '../config/config.ts'
import { lacksScanner, SCANNER_IS_MISSING, scannerOf } from '../config/scan-problems.ts'
import type { Database } from '../database/connection.ts'
import { withDatabase } from '../database/open.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { givenPath } from '../terminal/given-path.ts'
import { parseCommand, runCommand, UsageError } from '../terminal/command.ts'
import { progressBar, paint, say, step } from '../terminal/terminal.ts'
import { copySummary, originsNotice } from './documents-summary.ts'
import { copyDocuments, type CopyReport } from './documents.ts'
import { readFolder } from './folder.ts'
import { type HostAccess, HostRefused, hostSources, tempPartnerSource } from './host.ts'
import { keepImportedUserGroups } from '../user/group.ts'
import { importSource } from './import.ts'
import { addProblem, reportOf, type SourceReport } from './report.ts'
import type { BulkTarget } from '../records/bulk-insert.ts'
import { isPublicAddress } from '../network/public-address.ts'
import { countRemoteDocuments } from './remote-documents.ts'
import { type ImportSource, SourceError } from './source.ts'
import { recordImport } from './audit-entry.ts'
import { importSummary } from './summary.ts'

const USAGE = `Imports bookings, partners, users and temp partners. A second run of the same files
leaves every record alone that nobody has changed since. Where an administrator has changed a record, it
stores the file's values again and lists the record.

  npm run import -- FOLDER              files in the format of the host's calls or of mongoexport:
                                        bookings.json, partners.json, users.json, temp-partners.json
                                        (also .jsonl, .ndjson and .gz; a single file may be named too)
  npm run import -- https://HOST        the calls of another host
                    --token TOKEN       its session token, or IMPORT_TOKEN
                    --api-key KEY       its api-key header, or IMPORT_API_KEY

  --documents       copies partners' documents from other servers to this one: after the records, or alone
                    for stored records. A second run copies those that are left.
  --allow-private   lets --documents connect to addresses that are not of the public Internet too`

/** Runs `npm run import` with these words: imports records from files or from another host. */
export function importCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return runCommand(USAGE, () => runImport(args, env))
}

async function runImport(args: string[], env: NodeJS.ProcessEnv) {
  const { from, documents, allowPrivate, ...given } = readArguments(args)
  // checks the folder before the database starts
  const folder = from === null || isHostAddress(from) ? null : await readFolder(from)
  const config = readConfig(env)
  const access = {
    token: given.token ?? config.importToken,
    apiKey: given.apiKey ?? config.importApiKey,
  }
  if (from !== null && !folder && isPlainHttp(from) && !config.allowUnencrypted.includes('import'))
    throw new UsageError(
      `Records from ${from} would be sent unencrypted. Use an https: address, or set ALLOW_UNENCRYPTED=import if nobody else can read the network in between.`,
    )
  if (documents && lacksScanner(config))
    throw new UsageError(`${SCANNER_IS_MISSING}, before documents are copied.`)
  await withDatabase(config, 'npm run import', async (db, url) => {
    if (from !== null) {
      const reports: SourceReport[] = []
      const target = { db, url }
      try {
        if (folder) await importAll(target, folder.sources, reports)
        else await importHost(target, { url: from, ...access }, reports)
      } finally {
        // what was stored before a failure, too
        if (reports.length > 0) sayAll([importSummary(reports)])
      }
      await keepImportedUserGroups(db)
      for (const name of folder?.skipped ?? [])
        say(`  Skipped ${name}: its name is not that of a record file.`)
      if (reports.some(({ problemCount }) => problemCount > 0)) process.exitCode = 1
    }
    if (documents) {
      const report = await copyAll(db, config, allowPrivate)
      sayAll(copySummary(report))
      if (report.failureCount > 0) process.exitCode = 1
    }
    const remote = await step('Looking for documents on other servers', () =>
      countRemoteDocuments(db),
    )
    sayAll(originsNotice(remote, config.publicUrl, config.documentOrigins))
  })
}

/** Prints the lines as a paragraph. */
function sayAll(lines: readonly string[]) {
  if (lines.length > 0) say(`\n${lines.join('\n').replaceAll(/^/gm, '  ')}\n`)
}

function readArguments(args: string[]) {
  const { values, positionals } = parseCommand({
    args,
    allowPositionals: true,
    options: {
      token: { type: 'string' },
      'api-key': { type: 'string' },
      documents: { type: 'boolean', default: false },
      'allow-private': { type: 'boolean', default: false },
    },
  })
  const [from, ...rest] = positionals
  if (rest.length > 0) throw new UsageError('Name one folder or address.')
  if (from === undefined && !values.documents) throw new UsageError('Say where from.')
  if (values['allow-private'] && !values.documents)
    throw new UsageError('--allow-private requires --documents.')
  return {
    from: from === undefined ? null : isHostAddress(from) ? from : givenPath(from),
    documents: values.documents,
    allowPrivate: values['allow-private'],
    token: values.token,
    apiKey: values['api-key'],
  }
}

/** Returns whether the import is from a host. Throws for a malformed address. */
function isHostAddress(from: string): boolean {
  if (!/^https?:\/\//i.test(from)) return false
  if (!URL.canParse(from)) throw new UsageError(`${from} is not an address.`)
  return true
}

async function importAll(
  target: BulkTarget,
  sources: readonly ImportSource[],
  reports: SourceReport[],
): Promise<void> {
  for (const source of sources) await importOne(target, source, reports)
}

async function importHost(
  target: BulkTarget,
  access: HostAccess,
  reports: SourceReport[],
): Promise<void> {
  const partners = new Set<string>()
  const others = new Set<string>()
  const onRecord: Record<string, (record: JsonObject) => void> = {
    partner: (record) => partners.add(partnerFrom(record).id),
    booking(record) {
      const { partnerId } = bookingFrom(record)
      if (partnerId !== '' && !partners.has(partnerId)) others.add(partnerId)
    },
  }
  for (const source of hostSources(access))
    await importOne(target, source, reports, onRecord[source.subject])
  // without the partners, a temp partner cannot be distinguished from a deleted one
  if (partners.size > 0 && others.size > 0)
    await importOne(target, tempPartnerSource(access, [...others]), reports)
}

/** Copies the documents of other servers as a step with its progress. */
function copyAll(db: Database, config: Config, allowPrivate: boolean): Promise<CopyReport> {
  const { dataDir, documentStore: kind, s3Bucket } = config
  const destination = kind === 's3' ? `the bucket ${s3Bucket}` : join(dataDir, 'documents')
  return step(`Copying documents into ${destination}`, async (note) => {
    const { total } = await countRemoteDocuments(db)
    return copyDocuments(db, {
      store: encryptedStore(documentStore(config), db),
      folder: join(dataDir, 'documents/fetching'),
      scanner: scannerOf(config),
      remote: {
        allows: allowPrivate ? () => true : isPublicAddress,
        requiresTls: !config.allowUnencrypted.includes('import'),
      },
      progress(done) {
        const count = `${countText(done)} of ${countText(total)}`
        note(`${progressBar(done / total)} ${count}`)
      },
    })
  })
}

/**
 * Imports one source, prints its problems, records it in the audit log and adds its report. A source that cannot be read is a
 * problem too; throws if the others cannot be read either.
 */
async function importOne(
  target: BulkTarget,
  source: ImportSource,
  reports: SourceReport[],
  onRecord?: (record: JsonObject) => void,
): Promise<void> {
  const title = `Importing ${/^https?:/.test(source.name) ? source.name : basename(source.name)}`
  let report = reportOf(source)
  const onStart = (started: SourceReport) => {
    report = started
  }
  let failure: unknown
  try {
    await step(title, (note) => {
      const progress = ({ read }: SourceReport, share: number | null) => {
        const records = `${countText(read)} records`
        note(share === null ? records : `${progressBar(share)} ${records}`)
      }
      const options = { progress, onStart, ...(onRecord ? { onRecord } : {}) }
      return importSource(target, source, options)
    })
  } catch (error) {
    report.isComplete = false
    if (error instanceof SourceError && !(error instanceof HostRefused))
      addProblem(report, error.message)
    else failure = error
  }
  listFindings(report)
  if (failure === undefined || report.read > 0) {
    reports.push(report)
    await recordImport(target.db, report).catch((error: unknown) => {
      // a database that failed cannot record it either
      throw failure ?? error
    })
  }
  if (failure !== undefined) throw failure
}

/** Prints what has to be known about the records of a source. */
function listFindings(report: SourceReport) {
  list('red', report.problems, report.problemCount)
  if (report.oversizedCount > 0)
    say('    Stored unchanged, although larger than a change may make a record:')
  list('yellow', report.oversized, report.oversizedCount)
  if (report.replacedEditCount > 0) say('    Stored over a later change of an administrator:')
  list('yellow', report.replacedEdits, report.replacedEditCount)
}

/** Prints the sentences, and the number of those that are not printed. */
function list(colour: 'red' | 'yellow', sentences: readonly string[], count: number) {
  for (const sentence of sentences) say(`    ${paint(colour, sentence)}`)
  const more = count - sentences.length
  if (more > 0) say(`    ${paint(colour, `and ${countText(more)} more`)}`)
}
