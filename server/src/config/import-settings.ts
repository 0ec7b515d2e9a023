import { secret, text } from './setting.ts'

/** How `npm run import` signs in to another host. */
export const IMPORT_SETTINGS = {
  importToken: secret(
    'IMPORT_TOKEN',
    'Session token with which `npm run import -- https://HOST` reads the records of that host. Its option `--token` takes precedence.',
    text,
  ),
  importApiKey: secret(
    'IMPORT_API_KEY',
    'Key that `npm run import -- https://HOST` sends to that host as `api-key`. Its option `--api-key` takes precedence.',
    text,
  ),
}
