import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { afterReupload, type Documents } from '@mandap/domain/verification/reupload.ts'
import type { Database } from '../database/connection.ts'
import { changeRecordIn, type Outcome } from '../records/change.ts'
import { PARTNER } from './kind.ts'

/**
 * Writes new addresses of a partner's documents, as the last step of a transaction. A step that waited for
 * them is open again, so that an ordinary administrator can decide it. `by` is the source of the documents.
 */
export function recordReupload(
  trx: Database,
  partnerId: string,
  documents: Documents,
  by: string,
): Promise<Outcome> {
  return changeRecordIn(trx, PARTNER, {
    id: partnerId,
    version: null,
    by,
    change: (stored) => ({
      body: { ...stored, ...documents, ...afterReupload(partnerFrom(stored), documents) },
      audit: { kind: 'upload' },
    }),
  })
}
