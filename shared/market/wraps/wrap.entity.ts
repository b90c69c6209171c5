import { defineEntity, p } from '@mikro-orm/core'

export const WRAP_STATES = ['requested', 'minting', 'wrapped', 'failed', 'unwrapped'] as const

/** A purchase has one such wrap at most. */
export const LIVE_WRAP = { state: { $in: ['requested', 'minting', 'wrapped'] } } as const

const WrapSchema = defineEntity({
  name: 'Wrap',
  tableName: 'wrap',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().extra('references purchase (id)'),
    requestedBy: p.uuid().extra('references market_user (id)'),
    ownerWallet: p.text().check('length(owner_wallet) between 32 and 44'),
    title: p.text().check('length(title) between 1 and 120'),
    state: p.enum(WRAP_STATES).default('requested'),
    mint: p.text().nullable().unique().check('length(mint) between 32 and 44'),
    transaction: p.text().nullable().check('length(transaction) between 64 and 90'),
    tokenWallet: p.text().nullable().check('length(token_wallet) between 32 and 44'),
    tokenAccount: p.text().nullable().check('length(token_account) between 32 and 44'),
    reason: p.enum(['not_sent', 'removed'] as const).nullable(),
    lastValidBlockHeight: p.bigint('number').nullable(),
    lookAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    signedAt: p.datetime().nullable(),
    wrappedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'wrap_of_purchase', properties: ['purchaseId', 'createdAt'] },
    { name: 'wrap_signed', properties: ['signedAt'], where: 'signed_at is not null' },
    { name: 'wrap_to_look', properties: ['lookAt'], where: 'look_at is not null' },
  ],
  uniques: [
    {
      name: 'wrap_one_live',
      properties: ['purchaseId'],
      where: "state in ('requested', 'minting', 'wrapped')",
    },
  ],
  checks: [
    {
      name: 'wrap_signed_mint',
      expression: '(mint is not null) = (signed_at is not null and last_valid_block_height is not null)',
    },
    {
      name: 'wrap_minted',
      expression:
        "case when state in ('minting', 'wrapped', 'unwrapped') then mint is not null and token_account is not null else true end and (state in ('wrapped', 'unwrapped')) = (wrapped_at is not null)",
    },
    {
      name: 'wrap_ended',
      expression:
        "(state in ('failed', 'unwrapped')) = (ended_at is not null) and (ended_at is null) = (look_at is not null) and (state = 'failed') = (reason is not null)",
    },
  ],
})

/**
 * The licence of a purchase as a token: a mint of one, which only a transaction that this installation signed for the
 * request can make. `requested` until the chain shows it, `minting` until its block is final, then `wrapped` until the
 * token is burned (`unwrapped`); `failed` once the transaction can land no more. `title` is that of the listing at the
 * request. `tokenWallet` is who was last seen to hold the token. At `lookAt` settlement-watch looks at the chain.
 */
export class Wrap extends WrapSchema.class {}
WrapSchema.setClass(Wrap)
