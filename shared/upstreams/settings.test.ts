import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { ConfigError, parseConfig } from '#shared/config.ts'

import { UPSTREAM_IDS, upstreams } from './registry.ts'
import { parseUpstreams, settingNames } from './settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NEEDED = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32) }

describe('the settings of upstreams', () => {
  test('every upstream has the base URL of the registry where nothing is set', () => {
    const { settings, mistakes } = parseUpstreams({})
    expect(mistakes).toEqual([])
    for (const id of UPSTREAM_IDS) expect(settings[id]).toEqual({ url: upstreams[id].url, key: undefined })
  })

  test('a base URL and a key are read by pattern, a trailing slash goes', () => {
    const { settings, mistakes } = parseUpstreams({
      UPSTREAM_OPEN_METEO_URL: 'https://customer-api.open-meteo.com/',
      UPSTREAM_OPEN_METEO_KEY: 'k',
      UPSTREAM_SEARXNG_URL: 'http://searxng.internal:8080',
    })
    expect(mistakes).toEqual([])
    expect(settings['open-meteo']).toEqual({ url: 'https://customer-api.open-meteo.com', key: 'k' })
    expect(settings['searxng'].url).toBe('http://searxng.internal:8080')
  })

  test('off switches an upstream off', () => {
    expect(parseUpstreams({ UPSTREAM_YAHOO_FINANCE_URL: 'off' }).settings['yahoo-finance'].url).toBeNull()
  })

  test.each([
    ['UPSTREAM_KRAKEN_URL', 'kraken.com'],
    ['UPSTREAM_KRAKEN_URL', 'file:///etc/passwd'],
    ['UPSTREAM_KRAKEN_URL', 'https://api.kraken.com/?key=1'],
    ['UPSTREAM_WIKIPEDIA_URL', 'https://en.wikipedia.org'],
    ['UPSTREAM_WIKIPEDA_URL', 'https://{lang}.wikipedia.org'],
    ['UPSTREAM_KRAKEN_KEY', 'kraken takes none'],
  ])('%s=%s is a mistake that names the setting', (name, value) => {
    expect(parseUpstreams({ [name]: value }).mistakes).toEqual([expect.stringMatching(new RegExp(`^${name} {2}`))])
  })

  test('mistakes stand in the one message about settings, and a key is not quoted', () => {
    const wrong = { ...NEEDED, PORT: 'x', UPSTREAM_ECB_URL: 'ecb', UPSTREAM_ECB_KEY: 'hunter2' }
    const refusal = (() => {
      try {
        return parseConfig(wrong)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(String(refusal)).toMatch(
      / {2}PORT {2}[^]* {2}UPSTREAM_ECB_URL {2}[^]* {2}UPSTREAM_ECB_KEY {2}[^]*3 settings/,
    )
    expect(String(refusal)).not.toContain('hunter2')
  })

  test('an empty variable is a setting that is not set', () => {
    const config = parseConfig({ ...NEEDED, UPSTREAM_ECB_URL: '' })
    expect(config.upstreams.ecb.url).toBe('https://www.ecb.europa.eu')
  })
})

test('.env.example lists every setting of the registry as a comment with its default, in order, and no other', () => {
  const listed = readFileSync(join(ROOT, '.env.example'), 'utf8').match(/^# UPSTREAM_\w+_(?:URL|KEY)=.*$/gm)
  const wanted = UPSTREAM_IDS.flatMap((id) => [
    `# ${settingNames(id).url}=${upstreams[id].url ?? ''}`,
    ...(upstreams[id].key === undefined ? [] : [`# ${settingNames(id).key}=`]),
  ])
  expect(listed).toEqual(wanted)
})

test('the registry stands in alphabetical order, and its base URLs are https and bare', () => {
  expect(UPSTREAM_IDS).toEqual(UPSTREAM_IDS.toSorted())
  for (const id of UPSTREAM_IDS) {
    expect(id).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
    expect(upstreams[id].url ?? 'https://x.org').toMatch(/^https:\/\/[a-z0-9.{}-]+$/)
  }
})
