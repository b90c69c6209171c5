import { Refusal } from '#shared/errors.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import type { Visit } from '../page.ts'

type Verified = { valid: boolean; reason: string | null }

/** A form that says whether an action receipt is ours and unchanged; with its answer where one was sent. */
export async function receiptSection(visit: Visit): Promise<Html> {
  const { receipt } = visit.form
  return html`<h2 id="receipt">Verify a receipt</h2>
    ${receipt === undefined ? '' : await verdictOn(visit, receipt)}
    <form class="narrow" method="post" action="/wallet#receipt">
      ${visit.token()} <label for="sent">Receipt, as JSON</label
      ><textarea id="sent" name="receipt" maxlength="30000" spellcheck="false" required>${receipt ?? ''}</textarea>
      <p class="hint"><code>action-receipt</code> answers them. <a href="/docs/receipts">What a receipt proves</a></p>
      <p><button>Verify</button></p>
    </form>`
}

async function verdictOn(visit: Visit, receipt: string): Promise<Html> {
  try {
    const { valid, reason } = await visit.ask<Verified>('GET', '/api/v1/outcomes/action-receipt/verify', {
      query: { receipt: Buffer.from(receipt.trim()).toString('base64url') },
    })
    return html`<p class="notice ${valid ? 'good' : 'wrong'}" role="status">
      <b>${valid ? 'It is ours and unchanged.' : 'It does not hold.'}</b> ${reason ?? ''}
    </p>`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return problem(errorBody(error, requestIdOf(visit.ctx)))
  }
}
