import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { selectDecisions, selectVerdict } from './select-verdict.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { accepts: 'accepts', wallets: 'json', prefer: 'prefer-networks', max_amount_usd: 'usdc' },
    gives: { selected: 'json' },
    also: { 'selected.payTo': 'base-address', 'amount.human': 'amount' },
  },
  input: () =>
    guardInput({
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
      schemes: documentedDefault(z.array(z.string().max(100)).max(20), ['exact']).describe(
        'schemes the client can sign',
      ),
    }),
  output: selectVerdict,
  example: exampleFrom(example),
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
