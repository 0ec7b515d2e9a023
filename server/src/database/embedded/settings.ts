import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** Returns the settings of the embedded PostgreSQL, which depend on the available memory. */
export function serverSettings(): Record<string, string> {
  // in a container, its memory limit is the available memory
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / MB
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: `${between(64, memory / 8, 2048)}MB`,
    effective_cache_size: `${between(256, memory / 2, 16_384)}MB`,
    maintenance_work_mem: `${between(64, memory / 16, 512)}MB`,
    work_mem: '16MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    // short queries lose more time to compilation than they gain
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // the log must not contain what people typed
    log_min_error_statement: 'panic',
    cluster_name: 'mandap',
  }
}

function between(least: number, value: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}
