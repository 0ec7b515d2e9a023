import { execFile } from 'node:child_process'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connect } from '../src/database/connection.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { currentPosition, positionFrom } from '../src/database/replica-position.ts'
import { scratchFolder } from './folder.ts'
import { POSTGRES_SETTINGS } from './postgres.ts'
import { removeAtExit } from './remove-at-exit.ts'

/** Starts a PostgreSQL, and a replica that follows it. `stop` stops both and removes their folders. `given` replaces settings. */
export async function startReplicated(given: Record<string, string> = {}) {
  const folders = [await scratchFolder('primary'), await scratchFolder('replica')] as const
  const keeps = folders.map(removeAtExit)
  // the replica receives what is flushed
  const settings = { ...POSTGRES_SETTINGS, synchronous_commit: 'on', ...given }
  const primary = await startEmbedded(folders[0], { settings })
  await copyCluster(primary, join(folders[1], 'postgres'))
  const replica = await startEmbedded(folders[1], {
    settings: { ...settings, primary_conninfo: primary.url },
  })
  const onReplica = connect(replica.url, 1)
  return {
    url: primary.url,
    replicaUrl: replica.url,
    /** Stops the replica, once it has everything until now, from applying what it receives. */
    async pause() {
      const db = connect(primary.url, 1)
      const written = await currentPosition(db)
      await db.destroy()
      const replayed = async () => {
        const { rows } = await sql<{ at: string }>`
          select pg_last_wal_replay_lsn()::text as at`.execute(onReplica)
        return positionFrom(rows[0]?.at ?? '') ?? 0n
      }
      while ((await replayed()) < written) await setTimeout(10)
      await sql`select pg_wal_replay_pause()`.execute(onReplica)
    },
    resume: () => sql`select pg_wal_replay_resume()`.execute(onReplica),
    /** Makes each commit wait until the replica has it, or not. */
    async waitForReplica(isSynchronous: boolean) {
      const db = connect(primary.url, 1)
      const names = sql.lit(isSynchronous ? '*' : '')
      await sql`alter system set synchronous_standby_names = ${names}`.execute(db)
      await sql`select pg_reload_conf()`.execute(db)
      await db.destroy()
    },
    async stopReplica() {
      await onReplica.destroy()
      await replica.stop()
    },
    async stop() {
      await onReplica.destroy()
      await replica.stop()
      await primary.stop()
      for (const keep of keeps) keep()
      for (const folder of folders) await rm(folder, { recursive: true })
    },
  }
}

/** Copies the folder of a running PostgreSQL, so that the copy starts as its replica. */
async function copyCluster(from: { url: string; folder: string }, to: string) {
  const db = connect(from.url, 1)
  await sql`select pg_backup_start('replica', fast => true)`.execute(db)
  // -a keeps the owner, who is another account if the tests run as root
  await promisify(execFile)('cp', ['-a', from.folder, to])
  const { rows } = await sql<{ labelfile: string }>`
    select labelfile from pg_backup_stop(wait_for_archive => false)`.execute(db)
  await db.destroy()
  await rm(join(to, 'postmaster.pid'))
  const { uid, gid } = await stat(from.folder)
  const added = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' }
  for (const [name, text] of Object.entries(added)) {
    await writeFile(join(to, name), text)
    await chown(join(to, name), uid, gid)
  }
}
