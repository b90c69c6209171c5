import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { openDb, type Db } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { findKey } from '#shared/money/prepaid/find-key.ts'
import { readBalance } from '#shared/money/prepaid/read-balance.ts'
import { readPass } from '#shared/money/passes/read-pass.ts'

import { COMPILE_CACHE } from '#test/support/fakes/compile-cache.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

const SECRET = 'test-secret-test-secret-test-secret-0123'
const mint = credentialMint(SECRET, 'test')

const KeyAnswer = z.strictObject({ key: z.string(), key_id: z.string(), balance_cents: z.int() })
const PassAnswer = z.strictObject({
  pass_token: z.string(),
  pass_id: z.string(),
  kind: z.string(),
  scope: z.string(),
  valid_until: z.string(),
})
const Report = z.strictObject({
  ok: z.boolean(),
  invariants: z.array(z.looseObject({ id: z.string(), ok: z.boolean(), rows: z.int() })),
})

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 2)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const run = (script: string, args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: database.url,
      SERVER_SECRET: SECRET,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...env,
    },
  })
  return { status, stdout, stderr }
}
const cli = (args: string[], env?: Record<string, string>) => run('shared/cli/main.ts', args, env)
const audit = (env?: Record<string, string>) => run('shared/cli/audit-ledger.ts', [], env)

describe('the cli', () => {
  test('grants a funded key and prints it as JSON, nothing else', async () => {
    const { status, stdout, stderr } = cli(['key', 'grant', '--cents', '250'])
    expect([status, stderr]).toEqual([0, ''])
    const answer = KeyAnswer.parse(JSON.parse(stdout))
    expect(Object.keys(answer)).toEqual(['key', 'key_id', 'balance_cents'])
    const key = await findKey(db.pg, mint, answer.key)
    expect(key?.keyId).toBe(answer.key_id)
    expect(await readBalance(db.pg, { id: key?.id ?? '' })).toMatchObject({
      kind: 'prepaid',
      balance_cents: 250,
      granted_cents: 250,
    })
  })

  test('grants a pass and prints it as JSON', async () => {
    const { status, stdout } = cli(['pass', 'grant', '--kind', 'month'])
    expect(status).toBe(0)
    const answer = PassAnswer.parse(JSON.parse(stdout))
    expect(Object.keys(answer)).toEqual(['pass_token', 'pass_id', 'kind', 'scope', 'valid_until'])
    const { pass_token, ...facts } = answer
    expect(await readPass(db.pg, mint, pass_token)).toMatchObject(facts)
  })

  test('takes the secret from the state folder of a playground', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'state-'))
    try {
      const kept = { server_secret: SECRET, postgres_password: 'x', postgres_port: 5432 }
      writeFileSync(join(folder, 'installation.json'), JSON.stringify(kept))
      const { status, stdout } = cli(['key', 'grant', '--cents', '5'], { SERVER_SECRET: '', DATA_DIR: folder })
      expect(status).toBe(0)
      expect(await findKey(db.pg, mint, KeyAnswer.parse(JSON.parse(stdout)).key)).not.toBeNull()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('says what is wrong with anything else, where help is, and exits 1', () => {
    for (const args of [[], ['key'], ['key', 'grant', '--cents', 'ten'], ['pass', 'grant', '--kind', 'year']]) {
      const { status, stdout, stderr } = cli(args)
      expect([args, status, stdout]).toEqual([args, 1, ''])
      expect(stderr).toMatch(/^[^\n]+\. "npm run -s cli -- help" shows every command\.\n$/)
    }
    for (const args of [['help'], ['--help']]) {
      const { status, stdout, stderr } = cli(args)
      expect([args, status, stderr]).toEqual([args, 0, ''])
      expect(stdout).toMatch(/^Usage: npm run -s cli/)
    }
  })

  test('says in one line why it cannot reach a database', () => {
    const nowhere = { DATABASE_URL: 'postgres://farebox@127.0.0.1:1/none' }
    for (const { status, stdout, stderr } of [cli(['key', 'grant', '--cents', '5'], nowhere), audit(nowhere)]) {
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^The database does not answer.*\n$/)
    }
  })
})

describe('ledger:audit', () => {
  test('prints every invariant as JSON, and exits 1 when one is broken', async () => {
    const clean = audit({ SERVER_SECRET: '' })
    expect(clean.status).toBe(0)
    const report = Report.parse(JSON.parse(clean.stdout))
    expect(report.ok).toBe(true)
    expect(report.invariants.length).toBeGreaterThan(13)
    expect(report.invariants[0]).toMatchObject({ id: 'I1', ok: true, rows: 0 })

    cli(['key', 'grant', '--cents', '5'])
    await db.pg.query(`update account set posted = posted + 1 where id = (select max(id) from account)`)
    const broken = audit()
    expect(broken.status).toBe(1)
    const found = Report.parse(JSON.parse(broken.stdout))
    expect(found.ok).toBe(false)
    expect(found.invariants.filter(({ ok }) => !ok).map(({ id, rows }) => [id, rows])).toEqual([['I3', 1]])
  })
})
