import { wordsOf } from '#shared/config.ts'
import { Settings } from '#shared/settings.ts'

import { migrations } from './migrations/list.ts'

export type MigrateSettings = {
  databaseUrl: string
  shards: number
  /** The last migration to run; undefined for all. */
  until: string | undefined
}

/** The settings that a migration needs (`args`: `--until NAME`), or what is wrong with one, in one line. It goes past a pooler. */
export function readMigrateSettings(
  env: Readonly<Record<string, string | undefined>>,
  mistakes: ReadonlyMap<string, string>,
  args: readonly string[] = [],
): MigrateSettings | string {
  const direct = env['DATABASE_DIRECT_URL']
  const name = direct === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  if (direct === undefined && env['DATABASE_POOLER'] === 'transaction')
    return mistakes.get('DATABASE_DIRECT_URL') ?? 'DATABASE_DIRECT_URL  is missing: no migration runs through a pooler'
  const databaseUrl = direct ?? env['DATABASE_URL']
  if (databaseUrl === undefined) return mistakes.get('DATABASE_URL') ?? 'DATABASE_URL  is missing'
  if (!isAddress(databaseUrl)) return `${name}  is no address of the form postgres://user:password@host:5432/database`
  const [flag, until] = args
  if (flag !== undefined && flag !== '--until') return `${flag}  is no option; there is --until NAME`
  if (flag !== undefined && !migrations.some(({ name }) => name === until))
    return `--until  names no migration of this release: ${until ?? 'nothing'}`
  const shards = Settings.shape.SHARDS.safeParse(env['SHARDS'])
  if (shards.success) return { databaseUrl, shards: shards.data, until }
  const [issue] = shards.error.issues
  return `SHARDS  ${issue === undefined ? 'is wrong' : wordsOf(issue)}`
}

/** Whether the driver reads it as an address: a URL, or the path of a socket. */
const isAddress = (text: string) =>
  /^(?:\/|socket:)/.test(text) || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text))
