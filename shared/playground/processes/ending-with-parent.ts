import { spawnSync } from 'node:child_process'

/**
 * The words before a command line that have the kernel signal the program the moment its parent dies, however that
 * happens; none where setpriv is missing, and then the next start ends what was left. `within` is an earlier prefix.
 */
export function endingWithParent(signal: 'INT' | 'TERM', within: readonly string[] = []): string[] {
  const setpriv = ['setpriv', '--pdeathsig', signal]
  return succeeds([...within, ...setpriv, 'true']) ? setpriv : []
}

/** Whether this command can be run here and ends well. */
export function succeeds([file = '', ...args]: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}
