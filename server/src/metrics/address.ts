import type { Config } from '../config/config.ts'

/** Returns the address on which `METRICS_PORT` listens: without a token, nobody on another machine may read metrics. */
export function metricsHost({ host, metricsToken }: Pick<Config, 'host' | 'metricsToken'>): string {
  return metricsToken === undefined ? '127.0.0.1' : host
}
