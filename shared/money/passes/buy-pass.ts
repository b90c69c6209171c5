import { PASS_TERMS, type PassKind } from '#shared/terms.ts'
import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { moveUnearned } from '../x402/move-unearned.ts'
import type { Product } from '../x402/product.ts'
import { grantPass } from './grant-pass.ts'

/** The member of the answer that contains the pass (outcomes-api.md). */
export const passMember = (kind: PassKind): 'day_pass' | 'access_pass' => (kind === 'day' ? 'day_pass' : 'access_pass')

/** The products day-pass, week-pass and month-pass: a pass that is valid from the moment its payment is recorded. */
export const passProduct = (kind: PassKind): Product => {
  const member = passMember(kind)
  return {
    async make(tx, mint, payment) {
      const { passId, scope, validFrom, validUntil } = await grantPass(tx, mint, kind)
      await moveUnearned(tx, payment, String(LEDGER.revenuePasses))
      const pass = {
        pass_token: null,
        pass_id: passId,
        kind,
        scope,
        valid_from: validFrom,
        valid_until: validUntil,
        header_name: 'X-Day-Pass',
      }
      return { answer: { ok: true, [member]: pass }, secretRef: passId }
    },
    reveal(mint, passId, answer) {
      // Safe: `make` wrote an object there.
      const pass = answer[member] as Record<string, unknown>
      return { ...answer, [member]: { ...pass, pass_token: mint.issue(PASS_TERMS[kind].type, passId) } }
    },
  }
}
