import { Refusal } from '#shared/errors.ts'
import type { KeyNoticeView } from '#shared/mail/key-notices.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import type { PageAnswer, Visit } from '../page.ts'
import { centsOf, dollarField, inDollars } from '../parts/dollar-field.ts'
import { dollars } from '../parts/words.ts'

const AT = '/api/v1/outcomes/balance/notices'

/** The notice address of a prepaid key: what it is, a form to set or remove it, and one for the token that confirms it. */
export async function noticeSection(visit: Visit, serviceKey: string): Promise<Html> {
  const {
    email,
    confirmed,
    below_cents: below,
  } = await visit.ask<KeyNoticeView>('GET', AT, { headers: { 'x-service-key': serviceKey } })
  return html`<h2 id="notices">Notices</h2>
    <p>
      ${
        email === null
          ? 'Nobody is told when the balance of this key is low or spent.'
          : confirmed
            ? html`<b>${email}</b> is told when the balance falls below ${dollars(below ?? 100)}, and when it is spent.`
            : html`<b>${email}</b> has to be confirmed first: a mail with a token was sent there.`
      }
    </p>
    ${
      email === null || confirmed
        ? ''
        : html`<form class="narrow" method="post" action="/wallet">
            ${visit.token()}<input type="hidden" name="do" value="confirm-notices" />
            <label for="notice-token">Token of the mail</label
            ><input id="notice-token" name="token" required autocomplete="off" placeholder="fbn_…" maxlength="200" />
            <p><button>Confirm it</button></p>
          </form>`
    }
    <form class="narrow" method="post" action="/wallet">
      ${visit.token()}<input type="hidden" name="do" value="set-notices" />
      <label for="notice-email">Mail address <small>empty: nobody</small></label
      ><input id="notice-email" name="email" type="email" autocomplete="email" maxlength="254" value="${email ?? ''}" />
      ${dollarField({
        id: 'notice-below',
        name: 'below',
        label: 'Below, in dollars',
        mostCents: 1_000_000_000,
        value: inDollars(below ?? 100),
      })}
      <p><button>${email === null ? 'Have it told' : 'Change it'}</button></p>
    </form>`
}

/** POST /wallet of these forms. What is refused is shown above them. */
export async function changeNotices(
  visit: Visit,
  serviceKey: string,
  show: (said: Html) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { form } = visit
  const email = (form['email'] ?? '').trim()
  try {
    if (form['do'] === 'confirm-notices')
      await visit.ask('POST', `${AT}/confirm`, { body: { token: (form['token'] ?? '').trim() } })
    else
      await visit.ask('POST', AT, {
        headers: { 'x-service-key': serviceKey },
        body: { email: email === '' ? null : email, below_cents: centsOf(form['below'] || '1') },
      })
    return { redirect: '/wallet#notices' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...(await show(problem(errorBody(error, requestIdOf(visit.ctx))))), status: 422 }
  }
}
