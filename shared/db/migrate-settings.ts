import { wordsOf } from '#shared/config.ts'
import { Settings } from '#shared/settings.ts'

export type MigrateSettings = { databaseUrl: string; shards: number }

/** The settings that a migration needs, or what is wrong with one of them, in one line. It goes past a pooler. */
export function readMigrateSettings(
  env: Readonly<Record<string, string | undefined>>,
  mistakes: ReadonlyMap<string, string>,
): MigrateSettings | string {
  const direct = env['DATABASE_DIRECT_URL']
  const name = direct === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  if (direct === undefined && env['DATABASE_POOLER'] === 'transaction')
    return mistakes.get('DATABASE_DIRECT_URL') ?? 'DATABASE_DIRECT_URL  is missing: no migration runs through a pooler'
  const databaseUrl = direct ?? env['DATABASE_URL']
  if (databaseUrl === undefined) return mistakes.get('DATABASE_URL') ?? 'DATABASE_URL  is missing'
  if (!isAddress(databaseUrl)) return `${name}  is no address of the form postgres://user:password@host:5432/database`
  const shards = Settings.shape.SHARDS.safeParse(env['SHARDS'])
  if (shards.success) return { databaseUrl, shards: shards.data }
  const [issue] = shards.error.issues
  return `SHARDS  ${issue === undefined ? 'is wrong' : wordsOf(issue)}`
}

/** Whether the driver reads it as an address: a URL, or the path of a socket. */
const isAddress = (text: string) =>
  /^(?:\/|socket:)/.test(text) || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text))
