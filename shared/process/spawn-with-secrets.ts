import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import type { Writable } from 'node:stream'

import { isSecretSetting } from '#shared/secret-settings.ts'

/** The variable that names the descriptor from which a process reads its secrets. */
export const SECRETS_FD_VARIABLE = 'FAREBOX_SECRETS_FD'
export const SECRETS_FD = 3

type Environment = Readonly<Record<string, string | undefined>>

/** Splits an environment into the variables without secrets, and the secrets as JSON; null when there are none. */
export function splitSecrets(env: Environment): { env: Record<string, string>; secrets: string | null } {
  const given = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const isSecret = ([name, value]: [string, string]) => isSecretSetting(name) && value !== ''
  const secrets = given.filter(isSecret)
  const plain = Object.fromEntries(given.filter((entry) => !isSecret(entry)))
  if (secrets.length === 0) return { env: plain, secrets: null }
  return {
    env: { ...plain, [SECRETS_FD_VARIABLE]: String(SECRETS_FD) },
    secrets: JSON.stringify(Object.fromEntries(secrets)),
  }
}

/**
 * Starts a process and passes its secrets on a file descriptor, not in its environment, which every other process of
 * the same user can read. `takeEnvironment` reads them.
 */
export function spawnWithSecrets(
  file: string,
  args: readonly string[],
  { env, stdio, ...options }: Omit<SpawnOptions, 'env' | 'stdio'> & { env: Environment; stdio: StdioOfThree },
): ChildProcess {
  const { env: plain, secrets } = splitSecrets(env)
  const child = spawn(file, args, { ...options, env: plain, stdio: secrets === null ? [...stdio] : [...stdio, 'pipe'] })
  if (secrets !== null) {
    // Safe: `stdio` makes the fourth descriptor a pipe to write to.
    const pipe = child.stdio[SECRETS_FD] as Writable | undefined
    // A process that exited at once does not read; its exit is handled elsewhere.
    pipe?.on('error', () => {})
    pipe?.end(secrets)
  }
  return child
}

type StdioOfThree = readonly [Stream, Stream, Stream]
type Stream = 'ignore' | 'inherit' | 'pipe' | number
