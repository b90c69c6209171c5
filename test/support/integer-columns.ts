/** Fields that take integers beyond int4, with the bigint column they are kept in or compared with, or null for none. */
export const BEYOND_INT4: Readonly<Record<string, { table: string; column: string } | null>> = {
  'workspace-read .since_revision': { table: 'workspace_change', column: 'revision' },
  'square-post .price_cents': { table: 'square_post', column: 'price_cents' },
  // These are used in memory only; no statement sees them.
  'preflight-before-write .dedup_window_ms': null,
  'idempotency-guard .dedup_window_ms': null,
  'idempotency-guard .retry_horizon_ms': null,
  'image-generate .seed': null,
  'base-erc20-logs .from_block': null,
  'base-erc20-logs .to_block|0': null,
}

/** The smallint columns, with the field whose integer they keep, or null where the value is never a caller's. */
export const SMALLINT_COLUMNS: Readonly<Record<string, string | null>> = {
  'attestation.rating': 'attest .rating',
  'attestation_node.level': null,
  'commerce_day.slot': null,
  'pass.pepper_version': null,
  'reputation_evidence.rating': 'attest .rating',
  'service_key.pepper_version': null,
  'upstream_cache.status': null,
}
