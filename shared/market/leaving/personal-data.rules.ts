import type { OtherTable, TableOfAccounts } from './personal-data.ts'

/** A listing that somebody bought: its buyers keep a licence for what it says and contains. */
const BOUGHT = (listing: string) =>
  `exists (select from purchase p where p.listing_id = ${listing} and p.paid_at is not null)`
const UNLESS_BOUGHT = (column: string, otherwise: string) =>
  `case when ${BOUGHT('listing.id')} then ${column} else ${otherwise} end`
const OWN_LISTINGS = 'select l.id from listing l where l.owner_id = any($1)'
const OWN_UNSOLD = `${OWN_LISTINGS} and not ${BOUGHT('l.id')}`
const OWN_STREAMS = `select 'account:' || u from unnest($1::uuid[]) u`
const OWN_WEBHOOKS = `select w.id from webhook w where w.stream in (${OWN_STREAMS})`
const REMOVED = `'[removed with the account]'`
const EMPTY = `'{}'`

/**
 * Every table with rows of accounts, in the order in which they are erased. Whoever adds a column that can hold words
 * decides here what becomes of it; `test/flow/schema/schema.test.ts` compares the lists with the database.
 */
export const TABLES_OF_ACCOUNTS: Readonly<Record<string, TableOfAccounts>> = {
  idempotency_record: {
    of: `split_part(scope, ' ', 1) in (
      select 'session:' || id from session where user_id = any($1) union all select 'key:' || id from api_key where user_id = any($1)
      union all select 'login:' || u from unnest($1::uuid[]) u union all ${OWN_STREAMS})`,
    texts: 'scope key request_digest response secret_ref',
    erased: 'rows',
    secret: 'request_digest secret_ref',
  },
  webhook_delivery: { of: `webhook_id in (${OWN_WEBHOOKS})`, texts: 'url attempts', erased: 'rows' },
  webhook: { of: `stream in (${OWN_STREAMS})`, texts: 'stream url types description', erased: 'rows' },
  event: { of: `stream in (${OWN_STREAMS})`, texts: 'stream type data', erased: 'rows' },
  api_key: { of: 'user_id = any($1)', texts: 'id name hmac last4 scopes replaced_by', erased: 'rows', secret: 'hmac' },
  session: { of: 'user_id = any($1)', texts: 'id hmac', erased: 'rows', secret: 'hmac' },
  password_reset: { of: 'user_id = any($1)', texts: 'hmac', erased: 'rows', secret: 'hmac' },
  email_confirmation: { of: 'user_id = any($1)', texts: 'hmac email', erased: 'rows', secret: 'hmac' },
  mail: { of: 'user_id = any($1)', texts: 'about', erased: 'rows' },
  wallet_challenge: { of: 'user_id = any($1)', texts: 'wallet nonce', erased: 'rows' },
  account_export: { of: 'user_id = any($1)', texts: '', erased: 'rows' },
  listing_import: { of: 'user_id = any($1)', texts: 'digest plan', erased: 'rows', secret: 'digest' },
  listing_event: { of: `listing_id in (${OWN_LISTINGS})`, texts: 'kind facts', erased: 'rows' },
  listing_vetting: {
    of: `listing_id in (${OWN_LISTINGS})`,
    texts: 'checks permissions',
    erased: { checks: `'[]'`, permissions: EMPTY },
  },
  listing_version: {
    of: `listing_id in (${OWN_UNSOLD})`,
    texts: 'changed license_id content_sha256 note',
    erased: 'rows',
  },
  listing_content: { of: `listing_id in (${OWN_UNSOLD})`, texts: 'sha256 content', erased: 'rows' },
  listing: {
    of: 'owner_id = any($1)',
    texts:
      'slug title summary description category listing_kind tags tech_stack license_id delivery_url content_sha256 search',
    erased: {
      slug: UNLESS_BOUGHT('slug', `'removed-' || replace(listing.id::text, '-', '')`),
      title: UNLESS_BOUGHT('title', `'Removed'`),
      summary: 'null',
      description: `''`,
      tags: EMPTY,
      tech_stack: EMPTY,
      delivery_url: UNLESS_BOUGHT('delivery_url', 'null'),
      content_sha256: UNLESS_BOUGHT('content_sha256', 'null'),
      emptied_at: UNLESS_BOUGHT('emptied_at', 'coalesce(emptied_at, now())'),
    },
    stays:
      'What somebody bought keeps its title and what was delivered, for their licence. Category, kind and licence are words from our lists; search is made from the others.',
  },
  report: {
    of: 'reporter_id = any($1)',
    texts: 'network details evidence_url',
    erased: { network: 'null', details: 'null', evidence_url: 'null' },
    secret: 'network',
  },
  purchase: {
    of: 'buyer_id = any($1)',
    texts: 'license_id content_sha256 delivery_url payer_network payer_wallet refund_key_id refund_reason',
    erased: { refund_reason: 'null' },
    stays:
      'The sale is in the books of two sides: what was licensed, and the wallet of a payment that a public chain shows.',
  },
  resale_offer: { of: 'seller_id = any($1)', texts: 'note', erased: { note: 'null' } },
  purchase_event: {
    of: `exists (select from purchase p where p.id = purchase_event.purchase_id
      and ((purchase_event.actor = 'buyer' and p.buyer_id = any($1)) or (purchase_event.actor = 'seller' and p.seller_id = any($1))))`,
    texts: 'event reason',
    erased: { reason: 'null' },
    stays: 'The event is a word from our list.',
  },
  license_activation: {
    of: 'purchase_id in (select p.id from purchase p where p.buyer_id = any($1))',
    texts: 'instance',
    erased: { instance: `'removed-' || replace(license_activation.id::text, '-', '')` },
  },
  feedback: {
    of: 'buyer_id = any($1) or seller_id = any($1)',
    texts: 'comment tags reply',
    erased: {},
    stays: 'Public reviews stay, under the pseudonym.',
  },
  job_review: {
    of: 'exists (select from engagement e where e.job_id = job_review.job_id and (e.poster_id = any($1) or e.worker_id = any($1)))',
    texts: 'text',
    erased: {},
    stays: 'Public reviews stay, under the pseudonym.',
  },
  job_message: {
    of: `exists (select from engagement e where e.job_id = job_message.job_id
      and ((job_message.author = 'poster' and e.poster_id = any($1)) or (job_message.author = 'worker' and e.worker_id = any($1))))`,
    texts: 'text',
    erased: { text: REMOVED },
  },
  job_event: {
    of: `exists (select from engagement e where e.job_id = job_event.job_id
      and ((job_event.actor = 'poster' and e.poster_id = any($1)) or (job_event.actor = 'worker' and e.worker_id = any($1))))
      or (job_event.actor = 'poster' and exists (select from job j where j.id = job_event.job_id and j.poster_id = any($1)))`,
    texts: 'event reason',
    erased: { reason: 'null' },
    stays: 'The event is a word from our list.',
  },
  job_file: {
    of: 'exists (select from engagement e where e.job_id = job_file.job_id and e.worker_id = any($1))',
    texts: 'name sha256',
    erased: { name: `'file'` },
    stays: 'A delivered file belongs to the poster who paid for it; one that was not delivered is removed.',
  },
  delivery: {
    of: 'exists (select from engagement e where e.job_id = delivery.job_id and e.worker_id = any($1))',
    texts: 'notes url result files digest',
    erased: {},
    stays: 'What was delivered belongs to the poster who paid for it.',
  },
  proposal: {
    of: 'worker_id = any($1)',
    texts: 'cover_letter approach work_sample_url capability_tags',
    erased: {
      cover_letter: `repeat('[removed with the account] ', 2)`,
      approach: 'null',
      work_sample_url: 'null',
      capability_tags: EMPTY,
    },
  },
  job_vetting: {
    of: 'job_id in (select j.id from job j where j.poster_id = any($1))',
    texts: 'results',
    erased: { results: `'[]'` },
  },
  job: {
    of: 'poster_id = any($1)',
    texts: 'category title description done_when capability_tags checks search',
    erased: {
      title: `'Removed'`,
      description: `''`,
      done_when: 'null',
      capability_tags: EMPTY,
      checks: `'[]'`,
    },
    stays: 'The category is a word from our list; search is made from the others.',
  },
  seller_endpoint_version: {
    of: 'endpoint_id in (select s.id from seller_endpoint s where s.owner_id = any($1))',
    texts: 'target_url input_schema output_schema input_example output_example auth_header sealed_auth',
    erased: {
      target_url: `'https://removed.invalid/'`,
      input_schema: `'{}'`,
      output_schema: `'{}'`,
      input_example: `'{}'`,
      output_example: 'null',
      auth_header: 'null',
      sealed_auth: 'null',
    },
    secret: 'sealed_auth',
  },
  seller_endpoint: {
    of: 'owner_id = any($1)',
    texts: 'slug title description category tags checks probe_problem',
    erased: {
      title: `'Removed'`,
      description: `'This endpoint was removed with its account.'`,
      tags: EMPTY,
      checks: `'[]'`,
      probe_problem: 'null',
    },
    stays: 'The slug names what calls in the ledger paid for, and is never given to another endpoint.',
  },
  card_refund: {
    of: `card_refund.asked_by = 'seller' and card_refund.purchase_id in (select p.id from purchase p where p.seller_id = any($1))`,
    texts: 'refund_id reason problem',
    erased: { reason: 'null' },
    stays: 'Ids and answers of the card processor.',
  },
  solana_refund: {
    of: 'seller_id = any($1)',
    texts: 'wallet reason',
    erased: { reason: 'null' },
    stays: 'The wallet that a public chain shows.',
  },
  wrap: {
    of: 'requested_by = any($1)',
    texts: 'owner_wallet title mint transaction token_wallet token_account',
    erased: {},
    stays: 'The token on a public chain, with its name, its address and the wallets that held it.',
  },
  wrap_claim: {
    of: 'user_id = any($1)',
    texts: 'wallet',
    erased: {},
    stays: 'The wallet that a public chain shows, in the chain of who held a licence.',
  },
  operator_action: {
    of: 'target in (select u.username from market_user u where u.id = any($1))',
    texts: 'actor action target detail request_id outcome',
    erased: {
      target: `(select public_id('usr', u.id) from market_user u where u.username = operator_action.target)`,
      detail: `operator_action.detail - 'username'`,
    },
    stays: 'What operators did stays in their log, about an id instead of a name.',
    secret: 'actor',
  },
  payout: {
    of: 'seller_id = any($1)',
    texts: 'pay_to reason',
    erased: {},
    stays: 'The ledger of payouts, whose transactions a public chain shows.',
  },
  agent: {
    of: 'user_id = any($1)',
    texts: 'name description capability_tags contact_url',
    erased: { name: `'deleted'`, description: 'null', capability_tags: EMPTY, contact_url: 'null' },
  },
  market_user: {
    of: 'id = any($1)',
    texts: 'username skeleton email password_hash display_name solana_wallet proved_wallet terms_version',
    erased: {
      username: `'deleted-' || right(replace(gen_random_uuid()::text, '-', ''), 12)`,
      // A skeleton has no space, so that no name is ever refused for this one.
      skeleton: `'deleted ' || market_user.id`,
      email: `'nobody@deleted.invalid'`,
      password_hash: 'null',
      display_name: 'null',
      solana_wallet: 'null',
      wallet_proved_at: 'null',
      proved_wallet: 'null',
      wallet_rests_until: 'null',
      status: `'deleted'`,
      updated_at: 'now()',
    },
    stays: 'Which version of the terms was accepted, and when.',
    secret: 'password_hash skeleton',
  },
}

/**
 * Tables with rows of accounts that hold no words: ids, amounts, times and states. They are exported and stay as they are,
 * since a user's id alone is a pseudonym. `without` leaves out what is the other side's.
 */
export const FACTS_OF_ACCOUNTS: Readonly<Record<string, { table?: string; of: string; without?: string }>> = {
  account_deletion: { of: 'user_id = any($1)' },
  auction: { of: `listing_id in (${OWN_LISTINGS})`, without: 'leader_id winner_id second_id' },
  auction_strike: { of: 'user_id = any($1)' },
  bid: { of: 'bidder_id = any($1)' },
  boost: { of: 'owner_id = any($1)' },
  card_hire: { of: 'poster_id = any($1)' },
  commerce_day: { of: 'user_id = any($1)' },
  engagement: { of: 'poster_id = any($1) or worker_id = any($1)' },
  job_standing: { of: 'account_id = any($1)' },
  license: { of: 'purchase_id in (select p.id from purchase p where p.buyer_id = any($1))' },
  license_holder: { of: 'user_id = any($1)' },
  listing_media: { of: `listing_id in (${OWN_LISTINGS})` },
  market_usage: { of: 'account_id = any($1)' },
  media: { of: `id in (select m.media_id from listing_media m where m.listing_id in (${OWN_LISTINGS}))` },
  payable: { of: 'seller_id = any($1)' },
  sales: {
    table: 'purchase',
    of: 'seller_id = any($1)',
    without: 'buyer_id payer_network payer_wallet refund_key_id refund_reason',
  },
  seller_call: { of: 'seller_id = any($1)', without: 'payer' },
  seller_stat: { of: 'user_id = any($1)' },
}

const LEDGER = 'The books: amounts, accounts and transactions, without names.'
const CHAIN = 'Transactions and addresses that a public chain shows.'
const OF_KEY = 'Belongs to whoever holds the key, pass or wallet that paid, and ends with it; accounts have no rows.'
const OURS = 'Records of this installation; nobody’s words are in them.'
const HASHES = 'Keyed hashes that expire.'

/** Every other table with columns that can hold words, and why no account has rows in it. */
export const OTHER_TABLES: Readonly<Record<string, OtherTable>> = {
  call: {
    why: `${OF_KEY} Input goes with the end of the call, the result after 24 hours.`,
    texts: 'slug pool reply_to input input_digest idem result refusal steps agent_id',
  },
  call_key: { why: `${OF_KEY} Removed when the call is released, or after 24 hours.`, texts: 'idem input_digest' },
  kept_call: { why: `${OF_KEY} What a call cost, without its input or result.`, texts: 'slug payer' },
  call_step: { why: OF_KEY, texts: 'step slug result refusal' },
  callback_asked: { why: `${OF_KEY} Removed once its call is noted, or after two days.`, texts: 'url' },
  call_callback: { why: `${OF_KEY} Removed after two days.`, texts: 'url' },
  pass: { why: OF_KEY, texts: 'pass_id hmac last4' },
  service_key: { why: OF_KEY, texts: 'key_id hmac last4 agent_id allow_slugs deny_slugs auto_refill' },
  key_notice: {
    why: `${OF_KEY} Removed with the key, on request, and when it is not confirmed.`,
    texts: 'email token_hmac',
  },
  agent_opt_out: { why: OF_KEY, texts: 'owner agent_id' },
  agent_stat: { why: OF_KEY, texts: 'owner agent_id' },
  reputation_evidence: { why: OF_KEY, texts: 'id agent_id counterparty cluster by_agent' },
  attestation: {
    why: OF_KEY,
    texts: 'id leaf_hash log_root owner credential agent_id claim about_agent content_digest envelope agent_signature',
  },
  effect: { why: OF_KEY, texts: 'answer' },
  featured_slot: { why: OF_KEY, texts: 'id owner slug label url' },
  note_reader: { why: OF_KEY, texts: 'note_id reader' },
  note_share: { why: OF_KEY, texts: 'id note_id token_hash' },
  note_version: { why: OF_KEY, texts: 'note_id content sha256 agent_id author_tag flags' },
  note: { why: OF_KEY, texts: 'id owner owner_tag key title tags sha256 agent_id flags search' },
  action_receipt: { why: OF_KEY, texts: 'owner agent_id nonce digest receipt' },
  rate_bucket: { why: OF_KEY, texts: 'owner key config earlier_config' },
  spend_entry: { why: OF_KEY, texts: 'id owner agent_id nonce payee purpose' },
  spend_scope: { why: OF_KEY, texts: 'owner agent_id allow_payees' },
  square_label: { why: OF_KEY, texts: 'label owner public_key' },
  square_post: { why: OF_KEY, texts: 'id thread_id reply_to owner owner_tag label text tags link flags search' },
  store_owner: { why: OF_KEY, texts: 'owner' },
  workspace_change: { why: OF_KEY, texts: 'workspace_id path moved_to agent_id message' },
  workspace_file: { why: OF_KEY, texts: 'id workspace_id path sha256 agent_id' },
  workspace_guest: { why: OF_KEY, texts: 'workspace_id owner member_id' },
  workspace_member: { why: OF_KEY, texts: 'id workspace_id agent_id token_hash' },
  workspace_version: { why: OF_KEY, texts: 'file_id content sha256 agent_id author flags' },
  workspace: { why: OF_KEY, texts: 'id owner name description' },
  leaderboard_entry: { why: OF_KEY, texts: 'agent_id handle' },
  account: { why: LEDGER, texts: 'code currency' },
  entry: { why: LEDGER, texts: 'currency' },
  transfer: { why: LEDGER, texts: 'currency reason' },
  dropped_month: { why: OURS, texts: 'name' },
  transfer_one: { why: LEDGER, texts: 'kind reason' },
  seller_call: { why: LEDGER, texts: 'payer' },
  engagement: { why: LEDGER, texts: 'refund_key_id' },
  card_payment: { why: LEDGER, texts: 'intent_id processor_status trouble' },
  card_event: { why: LEDGER, texts: 'id type intent_id account reason' },
  card_evidence: { why: 'What an operator said to a bank.', texts: 'dispute_id text problem' },
  card_dispute: { why: LEDGER, texts: 'id reason status' },
  boost: { why: LEDGER, texts: 'tier_id' },
  payout_account: { why: CHAIN, texts: 'wallet' },
  payout_leg: { why: CHAIN, texts: 'wallet' },
  payout_transaction: { why: CHAIN, texts: 'signature raw failure' },
  payer: { why: CHAIN, texts: 'network address' },
  payment_proof: {
    why: CHAIN,
    texts:
      'network asset proof payer holder resource request_digest payload_digest identifier sealed product terms answer secret_ref transaction settlement failure idem client',
  },
  settlement: { why: CHAIN, texts: 'key asset payer pay_to call_data transaction reason' },
  settlement_cost: { why: CHAIN, texts: 'settlement_key network payer client' },
  settlement_sender: { why: CHAIN, texts: 'network address' },
  settlement_transaction: { why: CHAIN, texts: 'settlement_key network sender raws hashes' },
  solana_order: { why: CHAIN, texts: 'legs reference memo' },
  solana_payment: { why: CHAIN, texts: 'signature reason payer' },
  payto_observation: { why: CHAIN, texts: 'origin network address amount asset' },
  media: {
    why: 'Uploads: those of listings are removed with the account, by way of listing_media.',
    texts: 'owner source_key source_type source_sha256 files refusal',
  },
  listing_word: {
    why: 'Single words of titles for suggestions; the words of a deleted account’s listings leave with them.',
    texts: 'word',
  },
  limit_counter: { why: HASHES, texts: 'name who' },
  reset_request: { why: HASHES, texts: 'email_hash' },
  trial_claim: { why: HASHES, texts: 'agent_hash fingerprint ip_hash block_hash' },
  operator: { why: OURS, texts: 'name credential_id hmac last4' },
  outcome_pause: { why: OURS, texts: 'slug' },
  outcome_stat: { why: OURS, texts: 'slug' },
  worker_heartbeat: { why: OURS, texts: 'worker_id pool lacks notice' },
  housekeeping: { why: OURS, texts: 'task' },
  distrusted_facilitator: { why: OURS, texts: 'url why' },
  leaderboard: { why: OURS, texts: 'metric period' },
  attestation_log: { why: OURS, texts: 'peaks root' },
  attestation_node: { why: OURS, texts: 'hash' },
  upstream_cache: {
    why: 'Answers of public sources, by a hash of the question.',
    texts: 'key upstream content_type etag last_modified body',
  },
  upstream_pace: { why: OURS, texts: 'upstream' },
}
