import { NOT_SCANNED } from './setting.ts'

interface Settings {
  demoData: 'full' | 'none'
  uploadApiKey: string | undefined
  clamd: string | undefined
}

/** Returns the address of the scanner; undefined if documents are not scanned. */
export function scannerOf({ clamd }: Pick<Settings, 'clamd'>): string | undefined {
  return clamd === NOT_SCANNED ? undefined : clamd
}

/** Returns whether the operator has to say how documents are scanned: not for a demonstration. */
export function lacksScanner({ demoData, clamd }: Omit<Settings, 'uploadApiKey'>): boolean {
  return demoData === 'none' && clamd === undefined
}

export const SCANNER_IS_MISSING = `CLAMD must be set to the address of clamd, which scans documents for viruses, or to ${NOT_SCANNED}, which accepts documents without a scan`

/** Returns that uploads are accepted without a decision about the virus scan, as a sentence. */
export function scanProblems(settings: Settings): string[] {
  if (settings.uploadApiKey === undefined || !lacksScanner(settings)) return []
  return [`${SCANNER_IS_MISSING}, before the server starts with UPLOAD_API_KEY.`]
}
