import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import type { Writable } from 'node:stream'

import { isSecretSetting } from '#shared/secret-settings.ts'

/** The variable that tells a process on which descriptor its secrets are. */
export const SECRETS_FD_VARIABLE = 'FAREBOX_SECRETS_FD'
export const SECRETS_FD = 3

type Environment = Readonly<Record<string, string | undefined>>

/** An environment without its secrets, and the secrets as JSON; null when there are none. */
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
 * Starts a process whose secrets arrive on a descriptor and never stand in its environment, where every other process of
 * the same user could read them. `takeEnvironment` is what reads them.
 */
export function spawnWithSecrets(
  file: string,
  args: readonly string[],
  { env, stdio, ...options }: Omit<SpawnOptions, 'env' | 'stdio'> & { env: Environment; stdio: StdioOfThree },
): ChildProcess {
  const { env: plain, secrets } = splitSecrets(env)
  const child = spawn(file, args, { ...options, env: plain, stdio: secrets === null ? [...stdio] : [...stdio, 'pipe'] })
  if (secrets !== null) {
    // Safe: the fourth descriptor is a pipe that is written to, because `stdio` says so.
    const pipe = child.stdio[SECRETS_FD] as Writable | undefined
    // A process that ended at once reads nothing; how it ended is seen elsewhere.
    pipe?.on('error', () => {})
    pipe?.end(secrets)
  }
  return child
}

type StdioOfThree = readonly [Stream, Stream, Stream]
type Stream = 'ignore' | 'inherit' | 'pipe' | number
