import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { installationAccess } from './installation-access.ts'

const SECRET = 's'.repeat(32)
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const keep = (content: string) => writeFileSync(join(folder, 'installation.json'), content)

describe('installationAccess', () => {
  test('takes what the environment says, and does not look further', () => {
    const access = installationAccess({ DATABASE_URL: 'postgres://db/x', SERVER_SECRET: SECRET, DATA_DIR: '/nowhere' })
    expect([access.databaseUrl(), access.serverSecret(), access.environment]).toEqual([
      'postgres://db/x',
      SECRET,
      'test',
    ])
  })

  test('makes live credentials in production only, and reads no state folder there', () => {
    keep(JSON.stringify({ server_secret: SECRET, postgres_password: 'p', postgres_port: 5 }))
    const access = installationAccess({ NODE_ENV: 'production', DATA_DIR: folder })
    expect(access.environment).toBe('live')
    expect(() => access.databaseUrl()).toThrow('DATABASE_URL is missing; production demands it.')
    expect(() => access.serverSecret()).toThrow('SERVER_SECRET is missing')
  })

  test('finds what is missing in the state folder of the playground', () => {
    keep(JSON.stringify({ server_secret: SECRET, postgres_password: 'pass', postgres_port: 5433, more: 1 }))
    const access = installationAccess({ DATA_DIR: folder, DATABASE_URL: '', SERVER_SECRET: '' })
    expect(access.databaseUrl()).toBe('postgres://farebox:pass@127.0.0.1:5433/farebox')
    expect(access.serverSecret()).toBe(SECRET)
    expect(installationAccess({ DATA_DIR: folder, DATABASE_URL: 'postgres://own/x' }).databaseUrl()).toBe(
      'postgres://own/x',
    )
  })

  test('says in one line what is wrong', () => {
    expect(() => installationAccess({ DATA_DIR: '/nowhere' }).databaseUrl()).toThrow(
      'Set DATABASE_URL, or start the playground (npm start) first: /nowhere/installation.json is not there.',
    )
    for (const content of ['{', '{}', 'null', JSON.stringify({ server_secret: SECRET, postgres_password: 'p' })]) {
      keep(content)
      expect(() => installationAccess({ DATA_DIR: folder }).serverSecret()).toThrow(
        'does not say where its database is',
      )
    }
    expect(() => installationAccess({ SERVER_SECRET: 'short' }).serverSecret()).toThrow('fewer than 32 characters')
  })
})
