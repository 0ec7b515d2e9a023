import { DatabaseError } from 'pg'
import { ConfigError } from '../config/config-error.ts'
import { DENIED } from '../database/check-connection.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { DataFolderInUse } from '../database/embedded/folder-lock.ts'
import { KeyUnavailable } from '../database/encryption-keys.ts'
import { StoreError } from '../document-store/s3-store.ts'
import { CommandError } from './command-error.ts'
import { reasonOf } from '../error/reason.ts'

/** Returns what went wrong and what to do about it, for the person who started the server. */
export function explainStartupError(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.join('\n')
  if (error instanceof DataFolderInUse) {
    return `${error.message}\nStop that one first, or set DATA_DIR to another folder.`
  }
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CommandError) return error.message
  if (error instanceof StoreError)
    return `The document store cannot be used: ${reasonOf(error)}.\nCheck S3_ENDPOINT, S3_BUCKET and the keys, for example with npm run doctor.`
  if (error instanceof KeyUnavailable) return `${error.message}\n${reasonOf(error)}`
  const listening = explainListening(error)
  if (listening) return listening
  if (error instanceof DatabaseError && error.code === RAISED) return error.message
  if (error instanceof DatabaseError && error.code === DENIED)
    return `PostgreSQL answers: ${error.message}.\nThe role that migrates must own the database: alter database … owner to …`
  if (isDiskFull(error)) return explainDiskFull(error)
  const filing = explainFile(error)
  if (filing) return filing
  // our own errors are plain errors with a sentence; any other error is shown with its stack
  return error.constructor === Error && !('code' in error)
    ? error.message
    : (error.stack ?? error.message)
}

/** The code of an error that one of our SQL functions raises, with a sentence. */
const RAISED = 'P0001'

/** Returns why a server cannot listen on the port of a setting; undefined for another error. */
export function explainListening(
  error: Error,
  variable: 'PORT' | 'METRICS_PORT' = 'PORT',
  command = 'npm start',
): string | undefined {
  const {
    code,
    syscall,
    address,
    port,
  }: NodeJS.ErrnoException & { address?: string; port?: number } = error
  if (code === 'ENOTFOUND') return 'HOST must be an address of this machine.'
  if (syscall !== 'listen') return undefined
  const endpoint = `${address ?? ''}:${port ?? ''}`
  if (code === 'EADDRINUSE') {
    const example = variable === 'PORT' ? `: PORT=4001 ${command}` : '.'
    return `Another program listens on ${endpoint}. Set ${variable} to a free port${example}`
  }
  if (code === 'EACCES')
    return `Listening on ${endpoint} needs more rights. Set ${variable} to 1024 or higher.`
  return `The server cannot listen on ${endpoint} (${code}). Set HOST to an address of this machine.`
}

/** What the system says about a file or folder that this account cannot use. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR']

function explainFile({ code, path }: NodeJS.ErrnoException): string | undefined {
  if (path === undefined || !UNUSABLE.includes(code ?? '')) return undefined
  return `${path} cannot be used (${code}). Let this account write there, or set DATA_DIR to another folder.`
}

function explainDiskFull(error: Error & { code: string; path?: string }): string {
  const disk = error instanceof DatabaseError ? 'The disk of PostgreSQL' : 'The disk'
  const file = error.path ? ` for ${error.path}` : ''
  return `${disk} has no space left${file} (${error.code}). Free some space and start again.`
}
