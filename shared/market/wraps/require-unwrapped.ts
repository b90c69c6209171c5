import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

import type { Purchase } from '../purchases/purchase.entity.ts'
import { LicenseHolder } from './license-holder.entity.ts'
import { LIVE_WRAP, Wrap } from './wrap.entity.ts'

/**
 * Throws 409 `wrapped` while a locked purchase is wrapped or about to be, and 403 `license_moved` when its licence is no
 * longer its buyer's: who has the token must not lose the licence to a buyer who gave it away.
 */
export async function requireUnwrapped(em: EntityManager, { id, buyerId }: Purchase): Promise<void> {
  const [wrap, holder] = await Promise.all([
    em.findOne(Wrap, { purchaseId: id, ...LIVE_WRAP }, { fields: ['state'], disableIdentityMap: true }),
    em.findOne(LicenseHolder, { purchaseId: id }, { disableIdentityMap: true }),
  ])
  if (wrap !== null) throw isWrapped(wrap.state)
  if (holder === null || holder.userId === buyerId) return
  throw new Refusal('license_moved', 'The licence of this purchase moved to another account with its token.', {
    fix: { action: 'Get the token back, claim it and burn it; then ask again.' },
  })
}

/** 409: the licence is a token, or about to be one. */
export const isWrapped = (state: Wrap['state']): Refusal =>
  new Refusal('wrapped', `This purchase is ${state}: its licence goes where its token goes.`, {
    fix: {
      action:
        state === 'requested'
          ? 'Send the transaction of the request, or wait some two minutes until it can land no more.'
          : 'Burn the token with the transaction of POST {purchase_id}/wrap/unwrap.',
    },
    extra: { wrap_status: state },
  })
