import { oneLine, StartFailure } from '#shared/playground/start-failure.ts'

import { fetchProgram, type Program, runs } from './fetch-program.ts'

const REDIS = {
  name: 'redis',
  packages: ['redis-server', 'redis-tools'],
  file: 'usr/bin/redis-server',
  probe: ['--version'],
}

/**
 * Finds redis-server on PATH. Without one, downloads Debian's package into `folder`, once and without root. Only tests
 * need it. Throws a StartFailure that says what to install when neither works.
 */
export function findRedis(folder: string, path: string | undefined): Program {
  const installed = { file: 'redis-server', env: { PATH: path } }
  if (runs(installed, REDIS.probe)) return installed
  try {
    return fetchProgram(folder, REDIS, path)
  } catch (error) {
    throw new StartFailure(
      `The tests need Redis: install redis-server (on Debian: apt-get install redis-server), or set TEST_REDIS_URL. Fetching it failed: ${oneLine(error instanceof Error ? error.message : String(error))}`,
    )
  }
}
