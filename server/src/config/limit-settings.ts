import { setting, wholeNumber } from './setting.ts'

/** How much one administrator may see and do in a time. */
export const LIMIT_SETTINGS = {
  callsPerMinute: setting(
    'CALLS_PER_MINUTE',
    '3000',
    'Calls that one administrator may make in a minute, in each server process.',
    wholeNumber(60, 100_000_000),
  ),
  changesPerMinute: setting(
    'CHANGES_PER_MINUTE',
    '240',
    'How many of them may be other than reading, such as decisions, changes and exports.',
    wholeNumber(10, 100_000_000),
  ),
  numbersPerHour: setting(
    'NUMBERS_PER_HOUR',
    '60',
    'Personal numbers that one administrator may show without Super Admin in an hour, which begins with the first one.',
    wholeNumber(1, 100_000),
  ),
  documentsPerHour: setting(
    'DOCUMENTS_PER_HOUR',
    '600',
    'Documents that one administrator may open without Super Admin in an hour, which begins with the first one.',
    wholeNumber(1, 100_000),
  ),
}
