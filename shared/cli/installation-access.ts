import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { z } from 'zod'

import { parseJson } from '#shared/lib/parse-json.ts'
import { readSecretFiles } from '#shared/secret-files.ts'
import { rootOf, WRONG_ROOT } from '#shared/server-root.ts'

/** Access of an operator's tool to an installation. Each part is looked up when its function is called. */
export type InstallationAccess = {
  databaseUrl: () => string
  /** Credentials are derived from the server secret. */
  serverSecret: () => string
  environment: 'live' | 'test'
}

/** A one-line message that says why the installation cannot be reached. */
export class AccessError extends Error {
  override readonly name = 'AccessError'
}

const Kept = z.object({
  server_secret: z.string().min(32),
  postgres_password: z.string().min(1),
  postgres_port: z.int().min(1).max(65_535),
})

/**
 * Finds the installation: DATABASE_DIRECT_URL, else DATABASE_URL, and SERVER_SECRET from the environment or the files it names. Outside
 * production, missing ones are read from the state folder (DATA_DIR) of the playground on this machine. The returned
 * functions throw AccessError.
 */
export function installationAccess(given: Record<string, string | undefined>): InstallationAccess {
  const { env, mistakes } = readSecretFiles(given)
  const environment = env['NODE_ENV'] === 'production' ? 'live' : 'test'
  const kept = (setting: string) => {
    const mistake = mistakes.get(setting)
    if (mistake !== undefined) throw new AccessError(`${mistake}.`)
    if (environment === 'live') throw new AccessError(`${setting} is missing; production demands it.`)
    return playground(resolve(env['DATA_DIR'] || '.farebox'), setting)
  }
  return {
    environment,
    databaseUrl() {
      const unread = mistakes.get('DATABASE_DIRECT_URL')
      if (unread !== undefined) throw new AccessError(`${unread}.`)
      const named = env['DATABASE_DIRECT_URL'] ?? env['DATABASE_URL']
      if (named) return named
      const { postgres_password, postgres_port } = kept('DATABASE_URL')
      return `postgres://farebox:${postgres_password}@127.0.0.1:${postgres_port}/farebox`
    },
    serverSecret() {
      const secret = env['SERVER_SECRET'] || kept('SERVER_SECRET').server_secret
      if (secret.length < 32) throw new AccessError('SERVER_SECRET has fewer than 32 characters.')
      const root = rootOf(secret, env['SERVER_ROOT'])
      if (root === null) throw new AccessError(`SERVER_ROOT ${WRONG_ROOT}.`)
      return root
    },
  }
}

function playground(folder: string, setting: string): z.output<typeof Kept> {
  const path = join(folder, 'installation.json')
  const todo = `Set ${setting}, or start the playground (npm start) first`
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const denied = error instanceof Error && 'code' in error && error.code === 'EACCES'
    throw new AccessError(`${todo}: ${path} ${denied ? 'may not be read by this user' : 'is not there'}.`, {
      cause: error,
    })
  }
  const kept = Kept.safeParse(parseJson(text))
  if (!kept.success) throw new AccessError(`${todo}: ${path} does not say where its database is.`)
  return kept.data
}
