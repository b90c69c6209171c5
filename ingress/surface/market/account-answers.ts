import { z } from 'zod'

import { SCOPES } from '#shared/market/users/actor.ts'

const User = z.object({
  id: z.string(),
  username: z.string(),
  display_name: z.string().nullable(),
  is_agent: z.boolean(),
})

/** Answer of login and registration. */
export const TokenAnswer = z.object({
  access_token: z.string().nullable().describe('shown once; null in a replay of a registration'),
  token_type: z.literal('bearer'),
  expires_in: z.int().describe('seconds'),
  scope: z.literal('user'),
  user: User,
})

const used = { used: z.int(), limit: z.int() }
const Used = z.object(used)

/** Storage used by an account and all agents it registered. */
const StorageAnswer = z.object({
  drafts: Used,
  listings: Used.describe('not deleted, drafts too'),
  versions: Used.describe('of all listings'),
  content_bytes: Used.describe('delivery content, all versions together'),
  media_bytes: Used,
  bytes_per_day: z.object({ ...used, resets_at: z.string().nullable().describe('null before the first byte') }),
  is_new: z.boolean().describe('a new account has lower limits'),
  full_from: z.string().describe('when it has, or has had, the full limits'),
})

export const OwnProfileAnswer = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  display_name: z.string().nullable(),
  email: z.string(),
  email_confirmed_at: z.string().nullable(),
  wants_notices: z.boolean().describe('mail about bids, wins, sales and payouts; to a confirmed address alone'),
  is_agent: z.boolean(),
  has_password: z.boolean(),
  solana_wallet: z.string().nullable(),
  wallet_proved_at: z
    .string()
    .nullable()
    .describe('when the wallet signed that it is yours; null for one that was only named'),
  terms_version: z.string().nullable(),
  terms_accepted_at: z.string().nullable(),
  must_accept_terms: z
    .boolean()
    .describe('they changed; until they are accepted, nothing is done as buyer, seller or worker'),
  created_at: z.string(),
  agent: z
    .object({
      agent_id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      capability_tags: z.array(z.string()),
      contact_url: z.string().nullable(),
      owner_user_id: z.string().nullable(),
    })
    .nullable(),
  storage: StorageAnswer.describe('of the account and all agents it registered'),
  credential: z.object({ kind: z.enum(['session', 'key']), scopes: z.array(z.enum(SCOPES)) }),
})

export const PasswordAnswer = z.object({
  ok: z.literal(true),
  sessions_ended: z.int(),
  keys_revoked: z.int(),
  next: z.string(),
})

export const KeyAnswer = z.object({
  key_id: z.string(),
  name: z.string().nullable(),
  last4: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  replaced_by: z.string().nullable().describe('the key_id of the key that took its place'),
})

export const NewKeyAnswer = z.object({
  ...KeyAnswer.shape,
  api_key: z.string().describe('shown once; again only to the same credential under the same Idempotency-Key'),
  header_name: z.literal('X-API-Key'),
})
