import { SETTINGS } from '../src/config/config.ts'

/** Returns the environment of this process without the settings of a server, which may be those of one in production. */
export function withoutSettings(): NodeJS.ProcessEnv {
  const variables = Object.values(SETTINGS).flatMap(({ variable }) => [
    variable,
    `${variable}_FILE`,
  ])
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !variables.includes(name)),
  )
}
