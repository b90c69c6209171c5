import { z } from 'zod'

import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { BASE, SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { acceptsFor, type PaymentRequirements } from '#shared/money/accepts.ts'

import { errorBody } from '../../http/error-body.ts'
import { refusalFor, requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import type { Reply } from '../../http/route.ts'
import { askProcess } from '../../surface/market/purchases/ask-process.ts'
import type { PageAnswer, Visit } from '../page.ts'
import { pageAssets } from '../page-assets.ts'

const ASK_MS = 8_000
/** Most characters of a payment header. */
const MOST_PAYMENT = 16_384

const Unsigned = z.object({ transaction: z.base64() })
type Required = { accepts: PaymentRequirements[] }

/**
 * The choice of a wallet of the browser: the script that finds wallets is loaded by a click on it, and what it finds is listed
 * in the box below. Hidden where there is no script or nothing to pay to.
 */
export function walletChoice(config: Config): Html {
  if (acceptsFor(config, 1n, false).length === 0) return html``
  return html`<label class="inline" data-needs-script hidden
      ><input type="radio" name="pay" value="wallet" data-script="${pageAssets().path['wallet.js']}" />
      <span>USDC from a wallet in this browser</span></label
    >
    <div
      id="wallets"
      hidden
      ${config.production ? html`` : html`data-real-base="${REAL_GENESIS[BASE]}"`}
      data-empty="No wallet was found in this browser. It takes one for Solana (wallet standard) or for Base (EIP-6963)."
    >
      <label for="wallet">Wallet</label
      ><select id="wallet" disabled></select>
      <p role="status" class="hint"></p>
    </div>`
}

/** The payment that a form brings; null for none. */
export function sentPayment({ form }: Visit): string | null {
  const text = form['payment'] ?? ''
  return form['pay'] === 'wallet' && text !== '' ? text.slice(0, MOST_PAYMENT) : null
}

/** Whether the script of the page asks what a wallet has to sign. */
export const asksForTerms = (visit: Visit): boolean =>
  visit.form['pay'] === 'wallet' && sentPayment(visit) === null && visit.ctx.get('accept') === 'application/json'

/** Keeps a payment whose end is not known in the form of the page, so that Run sends the same one again. */
export const keptPayment = (payment: string): Html =>
  html`<input type="hidden" form="run" name="payment" value="${payment}" />`

/**
 * Answers the script of a page that pays with a wallet: the 402 of the call, decoded, and for a payer on Solana the
 * transaction to sign, which the settlement process builds. `unpaid` makes the call without a credential.
 */
export async function walletTerms(visit: Visit, unpaid: () => Promise<Reply>): Promise<PageAnswer> {
  try {
    const { headers } = await unpaid()
    const text = headers?.['PAYMENT-REQUIRED']
    if (text === undefined)
      throw new Refusal('payments_not_ready', 'This call takes no payment from a wallet right now.')
    // Safe: our own header.
    const required = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Required
    const payer = visit.form['payer']
    const transaction = payer === undefined ? null : await unsignedFor(visit, payer, required)
    return json(200, { required, transaction })
  } catch (error) {
    const refusal = refusalFor(visit.deps.log, error, visit.ctx)
    return json(409, errorBody(refusal, requestIdOf(visit.ctx)))
  }
}

const json = (status: number, body: unknown): PageAnswer => ({
  reply: { status, headers: { 'Cache-Control': 'no-store' }, body },
})

async function unsignedFor({ deps }: Visit, payer: string, { accepts }: Required): Promise<string> {
  const accepted = accepts.find(({ network }) => network === SOLANA)
  if (accepted === undefined)
    throw new Refusal('payments_not_ready', 'This service takes no payments on Solana right now.')
  const ask = askProcess(deps, { timeoutMs: ASK_MS, away: 'Solana cannot be reached right now; nothing was charged.' })
  const { payTo, amount, extra } = accepted
  const wish = { payer, pay_to: payTo, fee_payer: extra['feePayer'], amount }
  return (await ask('/sales/x402-transaction', Unsigned, wish)).transaction
}
