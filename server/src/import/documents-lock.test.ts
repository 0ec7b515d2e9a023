import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { testKeys } from '../../testing/encryption-key.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { listen } from '../../testing/listen.ts'
import { storedPartner } from '../../testing/partners.ts'
import { connect } from '../database/connection.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { copyDocuments } from './documents.ts'

test('the lock of a run has no time limit, whatever the settings of the database are', async () => {
  const scratch = await scratchDatabase()
  const folder = await scratchFolder('copy')
  const png = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
  const host = await listen((_, response) => setTimeout(() => response.end(png), 2000))
  const options = encodeURIComponent('-c idle_in_transaction_session_timeout=1000')
  const db = connect(`${scratch.url}?options=${options}`, 5, { keys: testKeys() })
  try {
    await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    const report = await copyDocuments(db, {
      store: encryptedStore(diskStore(join(folder, 'documents')), db),
      folder: join(folder, 'documents/fetching'),
      remote: { allows: () => true },
    })
    expect(report).toMatchObject({ copied: 1, failureCount: 0 })
  } finally {
    await db.destroy()
    await host.close()
    await rm(folder, { recursive: true })
    await scratch.drop()
  }
})
