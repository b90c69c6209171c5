import { TRIAL } from '#shared/terms.ts'
import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'

import type { CredentialMint } from '../credentials.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { newCredentialId } from '../credential-id.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { Claimant } from './claimant.ts'
import { grantsOfNetwork, grantsReleased } from './trial-terms.ts'

/** A granted trial. The mint derives the key's text from `keyId` (type tk). Times are ISO 8601, UTC. */
export type GrantedTrial = { keyId: string; expiresAt: string }

/**
 * Grants one trial inside the caller's transaction. Throws 409 `trial_already_claimed` for an agent_id or fingerprint
 * in its 30-day cool-down. Throws 429 for an address that claimed too often or less than 60 s ago, for a network that
 * had its share of the day's grants, and when the grants of the UTC day or of this hour are used up. Grants lock the
 * account they are paid from, so every count is exact; the unique keys on agent and fingerprint check again. The first
 * check is made without the lock, so a refused claim does not wait.
 */
export async function claimTrial(
  tx: PoolClient,
  mint: CredentialMint,
  claimant: Claimant,
  grantsPerDay: number,
): Promise<GrantedTrial> {
  await refuse(tx, claimant, grantsPerDay)
  await tx.query(TAKE_TURN)
  await refuse(tx, claimant, grantsPerDay)
  const keyId = newCredentialId()
  const key = mint.issue('tk', keyId)
  const { rows } = await tx.query<{ expires_at: string }>(
    claimant.agentHash === null ? GRANT_BY_FINGERPRINT : GRANT_BY_AGENT,
    [
      uuidv7(),
      claimant.agentHash,
      claimant.fingerprint,
      claimant.ipHash,
      uuidv7(),
      keyId,
      mint.fingerprint(key),
      key.slice(-4),
      microUsdcOf(TRIAL.cents).toString(),
      claimant.blockHash,
    ],
  )
  const [row] = rows
  if (row === undefined) throw alreadyClaimed(null)
  return { keyId, expiresAt: row.expires_at }
}

async function refuse(
  tx: PoolClient,
  { agentHash, fingerprint, ipHash, blockHash }: Claimant,
  grantsPerDay: number,
): Promise<void> {
  const { rows } = await tx.query<Facts>(FACTS, [agentHash, fingerprint, ipHash, blockHash])
  const [facts] = rows
  if (facts === undefined) throw new Error('the claim facts are one row')
  if (facts.available_at !== null) throw alreadyClaimed(facts.available_at)
  if (agentHash === null && facts.bare_claims >= TRIAL.bareClaimsPerAddress) {
    throw tooMany(
      'This address has claimed a trial without an agent_id already.',
      facts.bare_free_s,
      `Send an agent_id of your own, claim again ${inWords(facts.bare_free_s)}, or pay for calls.`,
    )
  }
  if (facts.claims >= TRIAL.claimsPerAddress) {
    throw tooMany(
      `This address has claimed ${TRIAL.claimsPerAddress} trials already.`,
      facts.address_free_s,
      `Claim again ${inWords(facts.address_free_s)}, or fund a key, buy a pass, or pay for calls.`,
    )
  }
  if (facts.pause_s !== null) {
    throw tooMany(
      `Trials of one address are granted ${TRIAL.secondsBetweenClaims} s apart.`,
      facts.pause_s,
      `Claim again ${inWords(facts.pause_s)}.`,
    )
  }
  if (facts.granted_today >= grantsPerDay) {
    throw tooMany("Today's trials are all granted.", facts.tomorrow_s, 'Claim after midnight UTC, or fund a key.')
  }
  if (facts.granted_to_network >= grantsOfNetwork(grantsPerDay)) {
    const action = 'Claim after midnight UTC, or fund a key.'
    throw tooMany('The network of this address has had its trials of today.', facts.tomorrow_s, action)
  }
  if (facts.granted_today >= grantsReleased(grantsPerDay, facts.hour)) {
    throw tooMany(
      'The trials of this hour are all granted.',
      facts.next_hour_s,
      'Claim in the next hour, or fund a key.',
    )
  }
}

const alreadyClaimed = (availableAt: string | null) =>
  new Refusal('trial_already_claimed', 'This agent or client has had its trial.', {
    detail: `A trial is granted once in ${TRIAL.coolDownDays} days${availableAt === null ? '' : `, the next one from ${availableAt} on`}.`,
    fix: {
      action:
        'Claim with an agent_id of your own that nobody else sends, fund a prepaid key, buy a pass, or pay each call.',
      method: 'POST',
      path: '/api/v1/outcomes/balance/fund',
      body: { amount_cents: 500 },
    },
    extra: { available_at: availableAt },
  })

/** When something works again: `in 42 s`, `in 3 hours`. */
function inWords(seconds: number): string {
  if (seconds <= 120) return `in ${seconds} s`
  if (seconds <= 7_200) return `in ${Math.ceil(seconds / 60)} minutes`
  return seconds <= 172_800 ? `in ${Math.ceil(seconds / 3_600)} hours` : `in ${Math.ceil(seconds / 86_400)} days`
}

const tooMany = (error: string, seconds: number, action: string) =>
  new Refusal('rate_limited', error, { retryAfterS: seconds, fix: { action } })

type Facts = {
  /** The end of the cool-down of the agent or fingerprint; null when there is none. */
  available_at: string | null
  claims: number
  address_free_s: number
  bare_claims: number
  bare_free_s: number
  pause_s: number | null
  granted_today: number
  granted_to_network: number
  /** Hour of the UTC day, 0 to 23. */
  hour: number
  next_hour_s: number
  tomorrow_s: number
}

const COOL_DOWN = `interval '${TRIAL.coolDownDays} days'`
const PAUSE = `interval '${TRIAL.secondsBetweenClaims} seconds'`
const MIDNIGHT = `date_trunc('day', now() at time zone 'utc') at time zone 'utc'`
const NEXT_HOUR = `date_trunc('hour', now() at time zone 'utc') at time zone 'utc' + interval '1 hour'`
const secondsUntil = (moment: string) => `greatest(1, ceil(extract(epoch from ${moment} - now())))::int`

const FACTS = `
with cooling as (
  select max(claimed_at) + ${COOL_DOWN} as until from trial_claim
  where (agent_hash = $1::bytea or fingerprint = $2::bytea) and claimed_at > now() - ${COOL_DOWN}
),
address as (
  select count(*)::int as claims, min(claimed_at) as oldest, max(claimed_at) as newest,
    (count(*) filter (where not with_agent))::int as bare_claims, min(claimed_at) filter (where not with_agent) as oldest_bare
  from trial_claim where ip_hash = $3::bytea and claimed_at > now() - ${COOL_DOWN}
),
today as (
  select count(*)::int as grants, (count(*) filter (where block_hash = $4::bytea))::int as of_network
  from trial_claim where claimed_at >= ${MIDNIGHT}
)
select ${isoUtc('until')} as available_at,
  claims, ${secondsUntil(`oldest + ${COOL_DOWN}`)} as address_free_s,
  bare_claims, ${secondsUntil(`oldest_bare + ${COOL_DOWN}`)} as bare_free_s,
  case when newest > now() - ${PAUSE} then ${secondsUntil(`newest + ${PAUSE}`)} end as pause_s,
  grants as granted_today, of_network as granted_to_network,
  extract(hour from now() at time zone 'utc')::int as hour, ${secondsUntil(NEXT_HOUR)} as next_hour_s,
  ${secondsUntil(`${MIDNIGHT} + interval '1 day'`)} as tomorrow_s
from cooling, address, today`

// Account 3 is grants:trial; no other statement locks it.
const TAKE_TURN = `select from account where id = ${LEDGER.grantsTrial} for update`

/** Inserts one claim row per agent, or per fingerprint without an agent. A row past its cool-down is overwritten. */
const grantBy = (arbiter: 'agent_hash' | 'fingerprint') => `
with claim as (
  insert into trial_claim as old (id, agent_hash, fingerprint, ip_hash, block_hash, with_agent, service_key_id)
  values ($1::uuid, $2::bytea, $3::bytea, $4::bytea, $10::bytea, $2::bytea is not null, $5::uuid)
  on conflict (${arbiter}) do update
    set fingerprint = excluded.fingerprint, ip_hash = excluded.ip_hash, block_hash = excluded.block_hash,
      service_key_id = excluded.service_key_id, claimed_at = now()
    where old.claimed_at <= now() - ${COOL_DOWN}
  returning service_key_id
),
promo as (
  insert into account (code, kind, posted, granted, expires_at)
  select 'promo:' || $6::text, 'promo', $9::bigint, $9::bigint, now() + interval '${TRIAL.hours} hours' from claim
  returning id, expires_at
),
moved as (
  insert into transfer (kind, account_id, amount, reason) select 'single', id, $9::bigint, 'grant:trial' from promo returning id, account_id
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, $9::bigint from moved union all select id, ${LEDGER.grantsTrial}, -$9::bigint from moved
),
keyed as (
  insert into service_key (id, key_id, kind, account_id, hmac, last4) select $5::uuid, $6::text, 'trial', id, $7::bytea, $8::text from promo
)
select ${isoUtc('expires_at')} as expires_at from promo`

const GRANT_BY_AGENT = grantBy('agent_hash')
const GRANT_BY_FINGERPRINT = grantBy('fingerprint')
