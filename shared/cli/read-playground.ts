import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { z } from 'zod'

import { AccessError } from './installation-access.ts'

const Published = z.object({
  base_url: z.string(),
  base: z.object({
    rpc_url: z.string(),
    usdc: z.string(),
    pay_to: z.string(),
    wallet: z.object({ address: z.string(), private_key: z.string() }),
  }),
  solana: z.object({
    rpc_url: z.string(),
    usdc_mint: z.string(),
    pay_to: z.string(),
    wallet: z.object({ address: z.string(), secret_key: z.string() }),
  }),
})

/** The facts published by the playground that runs on a state folder, including the keys of its demo wallets. */
export type PlaygroundFacts = z.output<typeof Published> & { folder: string }

/** Reads playground.json of DATA_DIR. Throws AccessError in production and when no playground runs there. */
export function readPlayground(env: Record<string, string | undefined>): PlaygroundFacts {
  if (env['NODE_ENV'] === 'production')
    throw new AccessError('The demo wallets belong to the playground; production has none.')
  const folder = resolve(env['DATA_DIR'] || '.farebox')
  const path = join(folder, 'playground.json')
  try {
    return { ...Published.parse(JSON.parse(readFileSync(path, 'utf8'))), folder }
  } catch (error) {
    throw new AccessError(`Start the playground (npm start) first: ${path} is there while it runs.`, { cause: error })
  }
}
