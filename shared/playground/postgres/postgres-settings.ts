/** PostgreSQL's programs do not inherit our environment: a stray PGDATA or LC_ALL must not affect them. */
export const POSTGRES_ENV = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' }

/** Settings of an embedded server: one machine, little memory, few processes, every commit on disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  // There are no replicas, so the write-ahead log omits what only a replica needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
}

/** For temporary databases: a machine crash may lose them. */
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export function postgresArguments(data: string, port: number, isDurable: boolean): string[] {
  const settings = Object.entries({ ...SETTINGS, ...(isDurable ? {} : UNSAFE) })
  return ['-D', data, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
