import { createHash } from 'node:crypto'

import { Refusal } from '#shared/errors.ts'

import { plainSchema } from '../../call/challenge/plain-schema.ts'
import { errorBody } from '../../http/error-body.ts'
import { refusalFor, requestIdOf } from '../../http/errors.ts'
import { callRequest, runCall } from '../../surface/run-call.ts'
import type { Reply } from '../../http/route.ts'
import type { PageAnswer, Visit } from '../page.ts'
import { fieldsOf, inputOf } from '../parts/schema-fields.ts'
import { answerBox, type CallAnswer, type Ran } from './answer-box.ts'
import { entryOfPage, outcomePageWith } from './outcome-page.ts'
import { asksForTerms, sentPayment, walletTerms } from './wallet-payment.ts'

/** Seconds a page waits for an answer before it says that the call runs. */
const WAIT_S = 20
/** Seconds a browser keeps a key that was typed, and one of a trial. */
const [KEPT_S, TRIAL_S] = [30 * 86_400, 72 * 3_600]

/** POST /o/{slug}: runs an outcome with the input of the form, and shows the answer. */
export async function runOutcome(visit: Visit): Promise<PageAnswer> {
  if (asksForTerms(visit)) return walletTerms(visit, () => call(visit, inputFrom(visit), {}))
  const ran = await run(visit).catch((error: unknown): Ran => {
    const refusal = refusalFor(visit.deps.log, error, visit.ctx)
    return { kind: 'refused', body: errorBody(refusal, requestIdOf(visit.ctx)), payment: sentPayment(visit) }
  })
  return showRun(visit, ran, visit.form)
}

/** Shows what a run came to: the box alone where htmx asks, else the page. */
export async function showRun(
  visit: Visit,
  ran: Ran,
  sent: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const box = answerBox(ran, entryOfPage(visit).outcome.slug)
  if (visit.ctx.get('hx-request') === 'true') return { fragment: box }
  return { ...(await outcomePageWith(visit, box, sent)), isPrivate: true }
}

async function run(visit: Visit): Promise<Ran> {
  const { form } = visit
  const { outcome } = entryOfPage(visit)
  const payment = sentPayment(visit)
  // Before a trial is claimed: what is no input costs nothing.
  const input = inputFrom(visit)
  const key = outcome.cents === 0 || payment !== null ? null : await keyFor(visit)
  const idem = /^[\w-]{8,64}$/.test(form['_idem'] ?? '') ? form['_idem'] : undefined
  const reply = await call(visit, input, {
    prefer: `wait=${WAIT_S}`,
    ...(key === null ? {} : { 'x-service-key': key }),
    ...(payment === null ? {} : { 'payment-signature': payment }),
    ...(idem === undefined ? {} : { 'idempotency-key': idem }),
  })
  // Safe: the answer of a call is a JSON object.
  const answer = (typeof reply.body === 'string' ? JSON.parse(reply.body) : reply.body) as CallAnswer
  if (!answer.ok) return { kind: 'refused', body: answer as never, payment }
  return { kind: reply.status === 202 ? 'running' : 'answer', answer, isPicture: outcome.pool !== 'router-workflow' }
}

/** The input of the form. Throws 422. */
const inputFrom = (visit: Visit): Record<string, unknown> =>
  inputOf(fieldsOf(plainSchema(entryOfPage(visit).outcome.input, 'input')), visit.form)

/** The call of a page, paid by what the headers say. */
function call(visit: Visit, input: Record<string, unknown>, headers: Record<string, string>): Promise<Reply> {
  const { ctx, deps } = visit
  const { outcome } = entryOfPage(visit)
  const given = { body: Buffer.from(JSON.stringify(input)), headers: { accept: 'application/json', ...headers } }
  return runCall(deps, ctx, callRequest(ctx, outcome.slug, deps.config.TRUST_PROXY_HOPS, given))
}

/** The key that pays: the one of this browser, the one that was typed, or that of a trial, which is claimed now. */
async function keyFor(visit: Visit): Promise<string> {
  const { form, serviceKey, setCookie } = visit
  if (form['pay'] === 'wallet')
    throw new Refusal('payment_required', 'No wallet has signed a payment.', {
      fix: { action: 'Choose a wallet and press Run; it asks you to sign.' },
    })
  const typed = (form['key'] ?? '').trim()
  if (form['pay'] === 'key' || (form['pay'] === undefined && typed !== '')) {
    if (typed === '')
      throw new Refusal('payment_required', 'No service key was typed.', {
        fix: { action: 'Type your key, or choose a trial.' },
      })
    if (typed !== serviceKey) setCookie('fb_key', typed.slice(0, 200), KEPT_S)
    return typed
  }
  if (serviceKey !== null) return serviceKey
  const visitor = createHash('sha256')
    .update(visit.ctx.cookies.get('fb_visit', { signed: false }) ?? '')
    .digest('hex')
  const { key } = await visit.ask<{ key: string | null }>('POST', '/api/v1/outcomes/balance/trial/claim', {
    body: { agent_id: `browser-${visitor.slice(0, 16)}` },
  })
  if (key === null)
    throw new Refusal('trial_already_claimed', 'The trial of this browser was claimed before.', {
      fix: { action: 'Type its key.' },
    })
  setCookie('fb_key', key, TRIAL_S)
  return key
}
