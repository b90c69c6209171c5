import { UPSTREAM_IDS, type UpstreamId, upstreams } from './registry.ts'

/** The settings of one upstream. */
export type UpstreamSetting = {
  /** Without a trailing slash; null when it is switched off or has no URL. */
  url: string | null
  key: string | undefined
}

export type UpstreamSettings = Readonly<Record<UpstreamId, UpstreamSetting>>

/** Returns the names of an upstream's settings. */
export const settingNames = (id: UpstreamId) => {
  const stem = `UPSTREAM_${id.toUpperCase().replaceAll('-', '_')}`
  return { url: `${stem}_URL`, key: `${stem}_KEY` }
}

/** Whether a variable has the form of such a setting, even if it is misspelt. */
export const isUpstreamSetting = (name: string) => /^UPSTREAM_\w+_(?:URL|KEY)$/.test(name)

/**
 * Reads UPSTREAM_<ID>_URL and UPSTREAM_<ID>_KEY of every upstream from non-empty variables. The URL `off` switches the
 * upstream off. Mistakes are lines for the one message about settings; they never quote a key.
 */
export function parseUpstreams(env: Readonly<Record<string, string | undefined>>): {
  settings: UpstreamSettings
  mistakes: string[]
} {
  const mistakes: string[] = []
  const known = new Set<string>()
  const entries = UPSTREAM_IDS.map((id): [UpstreamId, UpstreamSetting] => {
    const names = settingNames(id)
    known.add(names.url)
    if (upstreams[id].key !== undefined) known.add(names.key)
    const given = env[names.url]
    const mistake = given === undefined || given === 'off' ? null : wrongUrl(given, upstreams[id].url)
    if (mistake !== null) mistakes.push(`${names.url}  ${mistake}`)
    return [
      id,
      { url: given === 'off' ? null : (given?.replace(/\/+$/, '') ?? upstreams[id].url), key: env[names.key] },
    ]
  })
  for (const name of Object.keys(env).filter((name) => isUpstreamSetting(name) && !known.has(name))) {
    mistakes.push(`${name}  is no setting of an upstream; docs/upstreams.md lists them`)
  }
  // Safe: one entry for each id.
  return { settings: Object.fromEntries(entries) as UpstreamSettings, mistakes }
}

function wrongUrl(given: string, usual: string | null): string | null {
  const url = URL.parse(given.replaceAll(/\{\w+\}/g, 'x'))
  if (url === null || !/^https?:$/.test(url.protocol)) return 'is not an http(s) URL (nor `off`)'
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment; only a base URL can be set'
  const missing = placeholders(usual ?? '').filter((word) => !placeholders(given).includes(word))
  // Without its placeholder, every language would get the answers of one language.
  return missing.length === 0 ? null : `lacks ${missing.join(', ')}`
}

const placeholders = (url: string): string[] => url.match(/\{\w+\}/g) ?? []
