import { z } from 'zod'

import { Recover } from '../../../purchase/sell.ts'
import type { MarketDeps } from '../market-deps.ts'
import { nullIfRefused } from '#shared/errors.ts'
import { licenseKeys } from '#shared/market/licenses/license-key.ts'
import { readLicense } from '#shared/market/licenses/read-license.ts'
import { findLicensed } from '#shared/market/purchases/find-purchase.ts'
import { PurchaseView } from '#shared/market/purchases/purchase.view.ts'
import { readDelivery } from '#shared/market/purchases/read-delivery.ts'
import { readPurchase } from '#shared/market/purchases/read-purchase.ts'
import type { Actor } from '#shared/market/users/actor.ts'

/** Answer of a purchase whose payment came with it. */
export const BoughtAnswer = z.object({
  ok: z.literal(true),
  purchase_id: z.string(),
  purchase_token: z
    .string()
    .nullable()
    .describe('shown once, to a buyer without an account: send it as X-Purchase-Token. Null in a replay'),
  purchase: PurchaseView.nullable().describe('null in a replay that does not prove who sends it'),
  delivery: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('hosted'),
        content: z.string(),
        sha256: z.string(),
        version: z.int(),
        file_name: z.string(),
      }),
      z.object({ kind: z.literal('link'), url: z.string() }),
    ])
    .nullable()
    .describe('null while the seller has to deliver it'),
  license_key: z.string().nullable().describe('null while there is no licence; read it again at GET .../license'),
  recover: Recover.optional(),
  request_id: z.string(),
})

const NOTHING = { purchase: null, delivery: null, license_key: null }

/** The purchase, its delivery and its licence key as their buyer gets them with the answer of the payment. */
export async function boughtAnswer(
  { config, db, mint }: Pick<MarketDeps, 'config' | 'db' | 'mint'>,
  actor: Actor | null,
  { purchaseId, token }: { purchaseId: string; token: string | null },
): Promise<Pick<z.output<typeof BoughtAnswer>, 'purchase' | 'delivery' | 'license_key'>> {
  if (actor === null && token === null) return NOTHING
  const em = await db.em()
  const asker = { actor, token: token ?? undefined, tokenOf: mint.purchaseToken }
  // A payment that is sent again beside another account shows that account nothing.
  const seen = await findLicensed(em, asker, purchaseId).catch(nullIfRefused)
  if (seen === null) return NOTHING
  // Its licence moved on with its token.
  if (!seen.holds) return { ...NOTHING, purchase: await readPurchase(db.pg, seen) }
  const keys = licenseKeys(config.SERVER_SECRET, config.production)
  const license = await readLicense(em, seen.purchase, { keys, sign: null, baseUrl: config.publicBaseUrl })
  const isDelivered = seen.purchase.status === 'paid' && seen.purchase.deliveryStatus !== 'awaiting'
  return {
    purchase: await readPurchase(db.pg, seen),
    delivery: isDelivered ? await readDelivery(em, seen.purchase) : null,
    license_key: license.license_key,
  }
}
