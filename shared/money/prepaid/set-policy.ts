import type { ClientBase, Pool as PgPool } from 'pg'

import { invalidFields } from '#shared/errors.ts'

import type { KnownKey } from './find-key.ts'
import { inMicroUsdc, type Policy, POLICY_COLUMNS, type PolicyChange, policyOf, type PolicyRow } from './policy.ts'

/**
 * Changes the policy of an active key: omitted members stay, null clears. Returns the whole policy; null when the key
 * is not active. Throws 422 for slugs that do not exist. Calls accepted before the change are not affected.
 */
export async function setPolicy(
  pg: PgPool | ClientBase,
  key: KnownKey,
  change: PolicyChange,
  isSlug: (slug: string) => boolean,
): Promise<Policy | null> {
  refuseUnknownSlugs(change, isSlug)
  const given = (name: keyof PolicyChange) => change[name] !== undefined
  const { rows } = await pg.query<PolicyRow>(SET, [
    key.id,
    given('max_cents_per_call'),
    inMicroUsdc(change.max_cents_per_call),
    given('daily_cents'),
    inMicroUsdc(change.daily_cents),
    given('monthly_cents'),
    inMicroUsdc(change.monthly_cents),
    given('allow_slugs'),
    unique(change.allow_slugs),
    given('deny_slugs'),
    unique(change.deny_slugs) ?? [],
    given('auto_refill'),
    change.auto_refill === null || change.auto_refill === undefined ? null : JSON.stringify(change.auto_refill),
  ])
  const [row] = rows
  return row === undefined ? null : policyOf(row)
}

function refuseUnknownSlugs(change: PolicyChange, isSlug: (slug: string) => boolean): void {
  const unknown = (['allow_slugs', 'deny_slugs'] as const).flatMap((list) =>
    (change[list] ?? []).flatMap((slug, index) =>
      isSlug(slug) ? [] : [{ path: [list, index], msg: 'Value error, no outcome has this slug', input: slug }],
    ),
  )
  if (unknown.length > 0) throw invalidFields(...unknown)
}

const unique = (slugs: string[] | null | undefined) =>
  slugs === null || slugs === undefined ? null : [...new Set(slugs)]

const SET = `
update service_key k set
  max_per_call = case when $2::bool then $3::bigint else k.max_per_call end,
  daily_limit = case when $4::bool then $5::bigint else k.daily_limit end,
  monthly_limit = case when $6::bool then $7::bigint else k.monthly_limit end,
  allow_slugs = case when $8::bool then $9::text[] else k.allow_slugs end,
  deny_slugs = case when $10::bool then $11::text[] else k.deny_slugs end,
  auto_refill = case when $12::bool then $13::jsonb else k.auto_refill end
where k.id = $1::uuid and k.status = 'active'
returning ${POLICY_COLUMNS}`
