import { Registry } from 'prom-client'
import { uuidv7 } from 'uuidv7'

import { sealer } from '#shared/calls/seal.ts'
import { readSteps } from '#shared/calls/steps.ts'
import { Waiters } from '#shared/calls/waiters.ts'
import { parseConfig } from '#shared/config.ts'
import { openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { openQueues } from '#shared/queues/backend.ts'
import { CallSender } from '#shared/queues/send.ts'
import { noTracer } from '#shared/tracing/tracer.ts'
import { openBrowser } from '#workers/browser/open-browser.ts'
import { buildDoors } from '#workers/context/doors.ts'
import { openDns } from '#workers/dns/open-dns.ts'
import { openMediaReader } from '#workers/media/open-media-reader.ts'
import { openPdfReader } from '#workers/pdf/open-pdf-reader.ts'
import { runOutcome } from '#workers/run-outcome.ts'
import { startSettlement } from '#workers/settlement/start-settlement.ts'
import { createThreads } from '#workers/threads.ts'
import { type Doors, stepRunner } from '#workers/workflow/step-runner.ts'

import { testEnv } from '#test/support/world/world.ts'
import { startMachine } from '../machine.ts'
import { startChainSources } from './chain-sources.ts'
import type { NetworkRow } from './rows.ts'
import { ledToSites, startSites } from './sites.ts'
import type { SourceWaits, Waited } from './source-waits.ts'
import { startSources } from './sources.ts'

/** One run: its time, what it waited for, the time its steps took together, and why there is no result. */
export type Run = Waited & { tookMs: number; stepsMs: number | null; refused: string | null }

/** The doors of a worker, PostgreSQL and a settlement process in front of sources that answer after a fixed delay. */
export async function openNetworkWorld(waits: SourceWaits) {
  const machine = await startMachine()
  const [databaseUrl, chains, sites, sources] = await Promise.all([
    machine.database('network'),
    startChainSources(waits),
    startSites(waits),
    startSources(waits),
  ])
  const port = String(await freePort())
  const config = parseConfig(
    testEnv(databaseUrl, machine.redisUrl, {
      ...chains.env,
      ...sources.env,
      EGRESS_ALLOW: sites.allow,
      SETTLEMENT_PORT: port,
      SETTLEMENT_URL: `http://127.0.0.1:${port}`,
      RECEIPT_SEED: '5e'.repeat(32),
      WHOIS_SERVER: 'off',
      // PostgreSQL is the only cache: the slower one of the two.
      UPSTREAM_MEMORY_MB: '0',
    }),
  )
  const log = createLog(config.LOG_LEVEL)
  const db = openDb(databaseUrl, config.DB_POOL_MAX)
  const queues = openQueues({ redisUrl: config.REDIS_URL, databaseUrl, log })
  const settlement = await startSettlement({ config, log, db })
  const threads = createThreads(config.THREADS)
  const browser = openBrowser({ config, log })
  const pdf = openPdfReader({ log, place: { dataDir: config.DATA_DIR } })
  const media = openMediaReader({ log, place: { dataDir: config.DATA_DIR } })
  const real = buildDoors({
    config,
    log,
    db,
    registry: new Registry(),
    tracer: noTracer,
    browser: browser.door,
    pdf,
    media,
    compute: threads.compute,
  })
  // The sites have names of their own here, which the DNS door would keep to itself.
  const newDns = () => openDns({ resolvers: config.DNS_RESOLVERS, log })
  let dns = newDns()
  const cachedMs: number[] = []
  const egress = ledToSites(real.egress, sites.port)
  const upstreams: Doors['upstreams'] = {
    async ask(questions, options) {
      const began = performance.now()
      const answer = await real.upstreams.ask(questions, options)
      if (answer.cached) cachedMs.push(performance.now() - began)
      return answer
    },
  }
  const shared = {
    pg: db.pg,
    relaxed: db.relaxed,
    log,
    catalog,
    threads,
    sender: new CallSender(queues),
    waiters: new Waiters(db.pg, log),
    replyTo: 'bench',
    sealer: sealer(config.SERVER_SECRET),
  }
  const { keyId } = await grantKey(db.pg, credentialMint(config.SERVER_SECRET, 'test'), 100)
  const words = { ...chains.words, site: `http://acme.com:${sites.port}` }

  const accept = async (slug: string, timeoutMs: number) => {
    const callId = uuidv7()
    await db.pg.query(
      `insert into call (id, slug, pool, payer, service_key_id, account_id, price, state, timeout_ms, deadline, reply_to, input_digest)
       select $1, $2, 'outcome', 'prepaid', id, account_id, 0, 'held', $3, now() + interval '1 hour', 'bench', sha256('bench')
       from service_key where key_id = $4`,
      [callId, slug, timeoutMs, keyId],
    )
    return callId
  }
  return {
    browser,
    /** Milliseconds of every cached answer of an upstream since the last time. */
    takeCachedMs: () => cachedMs.splice(0),
    /** Every upstream and resolver has to be asked again, by buckets that are full. */
    async forget() {
      dns = newDns()
      await db.pg.query('truncate upstream_cache, upstream_pace')
    },
    /** Whether upstreams are asked at the pace that the registry sets, or as fast as an outcome asks. */
    async keepPace(isKept: boolean) {
      await db.pg.query(isKept ? 'drop trigger if exists no_pace on upstream_pace' : NO_PACE)
    },
    async run(slug: string, row: NetworkRow, nth: number): Promise<Run> {
      const entry = catalog.get(slug)
      if (entry === undefined) throw new Error(`there is no outcome ${slug}`)
      const { timeoutMs, pool } = entry.outcome
      const input = filled(row.input, { ...words, nth: String(nth) })
      sources.say(row.says)
      const callId = await accept(slug, timeoutMs)
      const doors: Doors = { ...real, egress, upstreams, dns }
      const began = performance.now()
      const { call, step, mayRun } = stepRunner({ ...shared, doors, pool: row.pool ?? pool }, callId, began + timeoutMs)
      const context = { ...doors, callId, call, step, mayRun, store: doors.storeOf(callId, callId) }
      const end = await runOutcome(entry, input, context, timeoutMs, shared)
      const ended = performance.now()
      return {
        ...waits.take(began, ended),
        tookMs: ended - began,
        stepsMs: await stepsOf(callId),
        refused: 'refusal' in end ? `${end.refusal.code}: ${end.refusal.error}` : null,
      }
    },
    async close() {
      await browser.stop()
      pdf.close()
      media.close()
      await threads.close()
      await settlement?.close()
      await queues.close()
      shared.waiters.stop()
      await db.close()
      sites.close()
      await Promise.all([chains.close(), sources.close()])
      await machine.stop()
    },
  }

  /** Milliseconds of the steps together, those within others left out; null where there were none. */
  async function stepsOf(callId: string): Promise<number | null> {
    const steps = await readSteps(db.pg, callId)
    const top = steps.filter(({ step }) => !steps.some((other) => step.startsWith(`${other.step}/`)))
    return top.length === 0 ? null : top.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  }
}

/** A bucket that is never emptied. */
const NO_PACE = `
create or replace function no_pace() returns trigger language plpgsql as $$
  begin new.next_at := clock_timestamp() - interval '1 second'; return new; end $$;
create or replace trigger no_pace before insert or update on upstream_pace for each row execute function no_pace()`

export type NetworkWorld = Awaited<ReturnType<typeof openNetworkWorld>>

function filled(input: Record<string, unknown>, words: Readonly<Record<string, string>>): Record<string, unknown> {
  const text = JSON.stringify(input).replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
  // Safe: an object before, and an object after.
  return JSON.parse(text) as Record<string, unknown>
}
