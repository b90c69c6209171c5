import { closeSync, readFileSync } from 'node:fs'

import { z } from 'zod'

import { isSecretSetting } from '#shared/secret-settings.ts'

import { SECRETS_FD, SECRETS_FD_VARIABLE, splitSecrets } from './spawn-with-secrets.ts'

type Environment = Record<string, string | undefined>

const Passed = z.record(z.string(), z.string())

/** Returns the variables of this process and the secrets passed to it by descriptor. The descriptor is read once. */
export function takeEnvironment(): Environment {
  const fd = process.env[SECRETS_FD_VARIABLE]
  if (fd === undefined) return { ...process.env }
  delete process.env[SECRETS_FD_VARIABLE]
  const text = readFileSync(Number(fd), 'utf8')
  closeSync(Number(fd))
  // The descriptor is empty when the parent process exited meanwhile.
  const passed = text === '' ? {} : Passed.parse(JSON.parse(text))
  return { ...process.env, ...passed }
}

/**
 * Like `takeEnvironment`, for long-running processes. The kernel shows the initial environment of a process to every
 * process of the same user as long as it runs, even after variables are deleted. So a process that finds a secret in
 * its environment passes its secrets to itself by descriptor and executes itself again: same process id, no secrets in
 * its environment.
 */
export function takeCleanEnvironment(): Environment {
  const env = takeEnvironment()
  const isExposed = Object.keys(process.env).some((name) => isSecretSetting(name) && process.env[name] !== '')
  if (isExposed) startAnew(env)
  return env
}

/** Uses a shell, because Node closes all descriptors above the first three on exec; a here-document survives it. */
const PASS_ON = `exec ${SECRETS_FD}<<END
$FAREBOX_SECRETS
END
unset FAREBOX_SECRETS
exec "$@"`

function startAnew(env: Environment): never {
  const { env: plain, secrets } = splitSecrets(env)
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  if (process.execve === undefined) throw new Error('this Node cannot start itself anew; Node 24 can')
  return process.execve('/bin/sh', ['sh', '-c', PASS_ON, 'sh', ...program], {
    ...plain,
    FAREBOX_SECRETS: secrets ?? '',
  })
}
