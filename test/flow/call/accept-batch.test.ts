import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed, type KeyedCall } from '#shared/calls/accept-keyed.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'

const mint = credentialMint('test-secret-test-secret-test-secret-0123', 'test')

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 4)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** A key with 20 cents, and a policy that refuses in one way. */
async function keyWith(policy: string): Promise<string> {
  const { key, keyId } = await grantKey(db.pg, mint, 20)
  if (policy !== '') await db.pg.query(`update service_key set ${policy} where key_id = $1`, [keyId])
  return key
}

const WAYS: readonly [expected: string, policy: string, cents: number][] = [
  ['accepted', '', 5],
  ['insufficient_balance', '', 21],
  ['key_revoked', `status = 'revoked'`, 1],
  ['policy_slug', `deny_slugs = '{hash-text}'`, 1],
  ['policy_slug', `allow_slugs = '{json-repair}'`, 1],
  ['policy_call_ceiling', `max_per_call = 10000`, 2],
  ['policy_daily_ceiling', `daily_limit = 10000`, 2],
  ['policy_monthly_ceiling', `monthly_limit = 10000`, 2],
  ['policy_daily_ceiling', `daily_limit = 10000, monthly_limit = 15000`, 2],
]

const verdictOf = (answer: Awaited<ReturnType<typeof acceptKeyed>>[number] | undefined) =>
  answer?.kind === 'refused' ? answer.code : answer?.kind

const unknownKey = () => mint.issue('sk', 'nobodysKey01')

describe('a call is judged', () => {
  test('in a batch of other keys and outcomes as it is alone', async () => {
    const calls = async (): Promise<KeyedCall[]> => [
      keyedCall(mint, unknownKey(), 1),
      ...(await Promise.all(WAYS.map(async ([, policy, cents]) => keyedCall(mint, await keyWith(policy), cents)))),
    ]
    const expected = ['invalid_service_key', ...WAYS.map(([verdict]) => verdict)]
    const alone: (string | undefined)[] = []
    for (const call of await calls()) alone.push(verdictOf((await acceptKeyed(db.pg, [call], 'test'))[0]))
    const together = (await acceptKeyed(db.pg, await calls(), 'test')).map(verdictOf)
    expect({ alone, together }).toEqual({ alone: expected, together: expected })
  })

  test('as a replay in a batch that also takes its first call, and beside others with the same key', async () => {
    const { key, keyId } = await grantKey(db.pg, mint, 20)
    const idem = `key:${keyId}:a`
    const first = keyedCall(mint, key, 1, idem)
    const batch = [first, keyedCall(mint, key, 1, idem), keyedCall(mint, key, 2)]
    expect(await acceptKeyed(db.pg, batch, 'test')).toMatchObject([
      { kind: 'accepted', availableMicroUsdc: 170_000n },
      { kind: 'replay', callId: '' },
      { kind: 'accepted' },
    ])
    const later = [keyedCall(mint, key, 2), { ...keyedCall(mint, key, 1, idem), inputDigest: Buffer.alloc(32, 1) }]
    expect(await acceptKeyed(db.pg, later, 'test')).toMatchObject([
      { kind: 'accepted', availableMicroUsdc: 150_000n },
      { kind: 'replay', callId: first.callId, sameBody: false },
    ])
  })

  test('again as a replay of itself when its statement is repeated, and holds its price once', async () => {
    const { key, keyId } = await grantKey(db.pg, mint, 20)
    const batch = [keyedCall(mint, key, 1), keyedCall(mint, key, 2)]
    await acceptKeyed(db.pg, batch, 'test')
    const again = await acceptKeyed(db.pg, batch, 'test')
    expect(again.map(({ kind }) => kind)).toEqual(['replay', 'replay'])
    const { rows } = await db.pg.query(
      `select a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toEqual([{ held: 30_000 }])
    expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('after the cheaper ones of its key, whatever the order in which they came', async () => {
    const { key } = await grantKey(db.pg, mint, 5)
    const dearFirst = [4, 1, 1, 1].map((cents) => keyedCall(mint, key, cents))
    expect((await acceptKeyed(db.pg, dearFirst, 'test')).map(verdictOf)).toEqual([
      'insufficient_balance',
      'accepted',
      'accepted',
      'accepted',
    ])
  })
})
