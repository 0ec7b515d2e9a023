import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** How the embedded PostgreSQL runs: durable as it comes, and sized for the memory that is there. */
export function serverSettings(): Record<string, string> {
  // in a container its limit counts, not the machine's memory
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
    // short queries lose more to compilation than they win
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // the log must not repeat what people typed
    log_min_error_statement: 'panic',
    cluster_name: 'mandap',
  }
}

function between(least: number, value: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}
