import { resolve } from 'node:path'
import { RESTORABLE_DAYS } from '@mandap/domain/partner/deletion.ts'
import { days, optional, setting } from './setting.ts'

const YEAR_OF_DPDP =
  'rule 8(3) of the DPDP Rules, 2025, asks to keep personal data and logs of its processing for a year'

/** How long data is kept, and where the list of what was destroyed is. docs/privacy.md has the reasons of the limits. */
export const RETENTION_SETTINGS = {
  erasureLog: optional(
    'ERASURE_LOG',
    'File with the list of what was destroyed on purpose (ids only), which `npm run restore` needs so that an older backup does not bring it back. Each server copies the whole list to its file. The file must survive the loss of the database. Unset: `DATA_DIR/erasures.jsonl`.',
    (path) => resolve(path),
  ),
  deletedPartnersDays: setting(
    'RETENTION_DELETED_PARTNERS_DAYS',
    String(RESTORABLE_DAYS),
    `Days after which a deleted partner is removed for good with the documents, ${RESTORABLE_DAYS} or more. A Super Admin can restore them in the first ${RESTORABLE_DAYS} days only.`,
    days(RESTORABLE_DAYS, `a Super Admin can restore a partner for ${RESTORABLE_DAYS} days`),
  ),
  replacedDocumentsDays: setting(
    'RETENTION_REPLACED_DOCUMENTS_DAYS',
    '180',
    'Days after which a document that was replaced by another one is destroyed, counted from the first decision on the partner after that, 180 or more.',
    days(180, 'the CERT-In directions ask for logs of 180 days, and these name the documents'),
  ),
  decidedDocumentsDays: optional(
    'RETENTION_DECIDED_DOCUMENTS_DAYS',
    'Days after which the documents of partners who are approved or declined are destroyed, counted from the last decision, 365 or more. Unset: they are kept with the partner.',
    days(365, YEAR_OF_DPDP),
  ),
  auditDetailsDays: optional(
    'RETENTION_AUDIT_DETAILS_DAYS',
    'Days after which the personal details of audit entries are erased, 365 or more: names, values before and after, reasons. What happened, when, by whom and to which id stays, and so do entries about administrators. Unset: they are kept.',
    days(365, YEAR_OF_DPDP),
  ),
} as const
