import { randomBytes } from 'node:crypto'

import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'

import { entities } from '#shared/entities.ts'
import { auctionFunctions } from '#shared/market/auctions/auction-functions.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { ormOptions } from '#shared/db/orm-options.ts'

const id = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`
const [OWNER, AGENT, AGENT_OF_AGENT, OTHER, LISTING, DELETED, MEDIA] = [1, 2, 3, 4, 5, 6, 7].map(id)

test('a market from before quotas is counted when it is migrated: accounts, what they keep, reports, hidden auctions', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  const orm = await MikroORM.init({
    ...ormOptions(address.href, 2),
    driverOptions: {},
    logger: () => {},
    entities,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'schema_migration', allOrNothing: false },
  })
  const sql = new Client({ connectionString: address.href })
  try {
    await orm.migrator.up({ to: '0014-market-reports' })
    await sql.connect()
    for (const [nth, user] of [OWNER, AGENT, AGENT_OF_AGENT, OTHER].entries())
      await sql.query(`insert into market_user (id, username, skeleton, email) values ($1, $2, $2, 'a@b.example')`, [
        user,
        `user${nth}`,
      ])
    await sql.query(`insert into agent (user_id, name, owner_user_id) values ($1, 'a', $2), ($3, 'b', $1)`, [
      AGENT,
      OWNER,
      AGENT_OF_AGENT,
    ])
    await sql.query(
      `insert into listing (id, owner_id, slug, title, category, listing_kind, status, published_at, deleted_at, hidden_at, listing_type, price_cents)
       values ($1, $2, 'a', 'A', 'other', 'skill', 'live', now(), null, now() - interval '1 hour', 'auction', 100),
         ($3, $4, 'b', 'B', 'other', 'skill', 'draft', null, now(), null, 'fixed', 0)`,
      [LISTING, AGENT, DELETED, AGENT_OF_AGENT],
    )
    for (const listing of [LISTING, DELETED]) {
      await sql.query(
        `insert into listing_content (listing_id, sha256, format, content, bytes) values ($1, 'x', 'text', 'text', 4)`,
        [listing],
      )
      await sql.query(
        `insert into listing_version (listing_id, version, changed, price_cents, royalty_bps, license_id) values ($1, 1, '{}', 0, 0, 'mit')`,
        [listing],
      )
    }
    await sql.query(
      `insert into media (id, owner, kind, state, files, width, height, bytes, source_type, finished_at)
       values ($1, 'listing:' || $2, 'image', 'ready', '{"full": {"bytes": 700}, "thumb": {"bytes": 30}}', 1, 1, 700, 'image/png', now())`,
      [MEDIA, LISTING],
    )
    await sql.query(`insert into listing_media (media_id, listing_id, kind) values ($1, $2, 'image')`, [MEDIA, LISTING])
    await sql.query(
      `insert into auction (listing_id, state, start_price_cents, starts_at, ends_at, latest_end_at)
       values ($1, 'open', 100, now() - interval '2 hours', now() - interval '10 minutes', now() + interval '1 day')`,
      [LISTING],
    )
    await sql.query(`insert into report (id, listing_id, reporter_id, reason) values ($1, $2, $3, 'spam')`, [
      id(8),
      LISTING,
      OTHER,
    ])

    await orm.migrator.up()
    for (const statement of auctionFunctions) await sql.query(statement)
    const usage = await sql.query(
      `select account_id, listings, drafts, versions, content_bytes::int as content, media_bytes::int as media from market_usage`,
    )
    expect(usage.rows).toEqual([{ account_id: OWNER, listings: 1, drafts: 0, versions: 2, content: 8, media: 730 }])
    const reports = await sql.query(`select account_id, network from report`)
    expect(reports.rows).toEqual([{ account_id: OTHER, network: null }])
    // It had fifty minutes to go when it was hidden, an hour ago.
    const close = async () => (await sql.query(`select close_auction($1, $2) as ending`, [LISTING, id(9)])).rows
    expect(await close()).toEqual([{ ending: null }])
    await sql.query(`update listing set hidden_at = null where id = $1`, [LISTING])
    const clock = await sql.query(`select paused_at, ends_at > now() + interval '49 minutes' as goes_on from auction`)
    expect(clock.rows).toEqual([{ paused_at: null, goes_on: true }])
    expect(await close()).toEqual([{ ending: null }])
  } finally {
    await orm.close(true)
    await sql.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})
