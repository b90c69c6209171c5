import { spawnSync } from 'node:child_process'

/**
 * Returns a command prefix that makes the kernel signal the program as soon as its parent dies. Returns an empty prefix
 * where setpriv is missing; the next start then ends what was left. `within` is an earlier prefix.
 */
export function endingWithParent(signal: 'INT' | 'TERM', within: readonly string[] = []): string[] {
  const setpriv = ['setpriv', '--pdeathsig', signal]
  return succeeds([...within, ...setpriv, 'true']) ? setpriv : []
}

/** Whether this command can be run here and exits with 0. */
export function succeeds([file = '', ...args]: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}
