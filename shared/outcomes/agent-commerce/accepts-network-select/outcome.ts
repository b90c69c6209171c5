import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { selectDecisions, selectVerdict } from './select-verdict.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const object = z.looseObject({})

export const acceptsNetworkSelect = defineOutcome({
  slug: 'accepts-network-select',
  title: 'Accepts network select',
  description:
    'Chooses the payment option of a 402 (v1 or v2) that the caller’s wallets can pay best, deterministically: every ' +
    'option with its obstacles, the amount in dollars, and what exactly the client has to sign.',
  cents: 2,
  impulse: true,
  decisions: selectDecisions,
  input: guardInput({
    accepts: z
      .union([z.array(object).max(200), object, z.string().max(262_144)])
      .describe('accepts[] or the whole 402 document (v1 or v2)'),
    wallets: z
      .array(object)
      .max(50)
      .optional()
      .describe('{network (CAIP-2 or legacy), address, balances {asset: atomic}, kind: eoa|smart|svm}'),
    prefer: z.array(z.string().max(100)).max(50).optional().describe('networks in order of preference'),
    max_amount_usd: z.number().min(0).max(1_000_000_000).optional().describe('ceiling'),
    allow_testnet: documentedDefault(z.boolean(), false).describe('consider testnets'),
    schemes: documentedDefault(z.array(z.string().max(100)).max(20), ['exact']).describe('schemes the client can sign'),
  }),
  output: selectVerdict,
  example: {
    input: {
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '20000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
      wallets: [{ network: 'base', kind: 'eoa', balances: { USDC: '1000000' } }],
    },
    output: {
      decision: 'proceed',
      reasons: [],
      checks: [
        {
          id: 'form',
          status: 'pass',
          detail: '1 of 1 ways to pay pass',
        },
        {
          id: 'scheme',
          status: 'pass',
          detail: 'client signs exact',
        },
        {
          id: 'wallet',
          status: 'pass',
          detail: '1 of 1 ways to pay pass',
        },
        {
          id: 'balance',
          status: 'pass',
          detail: '1 of 1 ways to pay pass',
        },
        {
          id: 'ceiling',
          status: 'skipped',
          detail: 'max_amount_usd was not given',
        },
        {
          id: 'testnet',
          status: 'pass',
          detail: '1 of 1 ways to pay pass',
        },
      ],
      risk_score: 0,
      next_action: 'Pay accepts[0] and send the payment with the same request.',
      input_digest: '6fb8c2b33b1e732e9e9ffe23529872e0da7bcdc09b1d95d54a3865da074855b7',
      ruleset: 'accepts-select/2026-11-20',
      selected: {
        scheme: 'exact',
        network: 'eip155:8453',
        amount: '20000',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        maxTimeoutSeconds: 60,
        extra: {
          name: 'USD Coin',
          version: '2',
        },
      },
      selected_index: 0,
      rail: 'base',
      amount: {
        atomic: '20000',
        human: '0.02',
        asset_symbol: 'USDC',
        usd: '0.02',
      },
      ranking: [
        {
          index: 0,
          eligible: true,
          score: 1,
          reasons: [],
        },
      ],
      client_hint: {
        payload_kind: 'eip3009',
        domain: {
          name: 'USD Coin',
          version: '2',
          chainId: 8453,
          verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        },
        fee_payer: null,
        sign_what:
          'TransferWithAuthorization (EIP-712 under this domain) from the payer to payTo, for exactly the amount.',
      },
    },
  },
  check: ({ accepts, wallets }) => {
    refuseDeep('accepts', accepts)
    refuseDeep('wallets', wallets)
  },
  run: async (input) => {
    const [{ readOptions }, { selectOption }] = await Promise.all([
      import('#shared/engines/x402/payment-required/read-options.ts'),
      import('#shared/engines/x402/payment-required/select-option.ts'),
    ])
    const options = readOptions(input.accepts)
    if (options === null)
      throw invalidFields({
        path: ['accepts'],
        msg: 'Value error, accepts is neither a list, a 402 document, nor text of one',
      })
    return selectOption({
      options,
      wallets: input.wallets,
      prefer: input.prefer ?? [],
      maxUsd: input.max_amount_usd,
      allowTestnet: input.allow_testnet ?? false,
      schemes: input.schemes ?? ['exact'],
      input,
    })
  },
})
