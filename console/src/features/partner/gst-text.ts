import type { Partner } from '@mandap/domain/partner/partner.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

/** Returns the GST number of a partner, also if `noGst` is set: some records have both. */
export function gstText({ gstNo, noGst }: Pick<Partner, 'gstNo' | 'noGst'>): string {
  return gstNo || (noGst ? 'None' : NO_TEXT)
}
