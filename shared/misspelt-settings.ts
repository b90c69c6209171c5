import { nearestName } from './lib/names/nearest-name.ts'
import { REMOVED_SETTINGS } from './removed-settings.rules.ts'
import { Settings } from './settings.ts'
import { isUpstreamSetting } from './upstreams/settings.ts'

/** A variable that is no setting, and the setting that it was most likely meant to be. */
export type Misspelt = { name: string; nearest: string }

/**
 * Finds variables whose names are nearly those of settings. Other programs' variables stand in the same environment, so
 * what is like no setting is no mistake. Names of upstreams have a check of their own.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): Misspelt[] {
  const settings = Object.keys(Settings.shape)
  const known = new Set([...settings, ...settings.map((name) => `${name}_FILE`), ...REMOVED_SETTINGS])
  return Object.keys(env).flatMap((name) => {
    if (env[name] === undefined || known.has(name) || isUpstreamSetting(name)) return []
    const nearest = nearestName(name, settings)
    return nearest === null ? [] : [{ name, nearest }]
  })
}
