import { Refusal } from '#shared/errors.ts'
import type { Balance } from '#shared/money/prepaid/read-balance.ts'

import { type Html, html } from '../../http/html.ts'
import type { Page, PageAnswer, Visit } from '../page.ts'
import { dollars, moment } from '../parts/words.ts'
import { changeNotices, noticeSection } from './notice-box.ts'
import { usageSection } from './usage-section.ts'
import { receiptSection } from './verify-receipt.ts'

/** Seconds a browser keeps a key that was typed. */
const KEPT_S = 30 * 86_400

/** /wallet: the service key of this browser, with its balance, holds, policy and last charges. It needs no account. */
export const walletPage = (visit: Visit): Promise<Page> => page(visit, html``)

async function page(visit: Visit, said: Html): Promise<Page> {
  const { serviceKey } = visit
  const known = serviceKey === null ? null : await balanceOf(visit, serviceKey)
  return {
    title: 'Wallet',
    description: 'The service key of this browser: balance, holds and last charges.',
    nav: '/account',
    isPrivate: true,
    scripts: ['chart'],
    content: html`<h1>Wallet</h1>
      <p class="lead">
        A service key pays for calls and listings. This browser can keep one; its balance stays with the key.
      </p>
      ${said}
      ${known === null ? '' : known instanceof Refusal ? html`<p class="notice wrong">${known.message}</p>` : html`${shown(known, serviceKey ?? '')} ${known.kind === 'prepaid' && known.status !== 'revoked' ? await noticeSection(visit, serviceKey ?? '') : ''} ${await usageSection(visit, serviceKey ?? '')}`}
      <h2>${serviceKey === null ? 'Keep a key' : 'Another key'}</h2>
      <form class="narrow" method="post" action="/wallet">
        ${visit.token()}
        <label for="key">Service key</label
        ><input id="key" name="key" type="password" autocomplete="off" placeholder="fb_…" />
        <p class="hint">
          It stays in this browser for 30 days, in a cookie that no script reads. Leave it empty to forget the key.
        </p>
        <p><button>Keep it</button></p>
      </form>
      <h2>Get one</h2>
      <p>
        Run any outcome with a <a href="/o/json-repair">free trial</a>, or fund a prepaid key with USDC:
        <a href="/docs/payments">how</a>.
      </p>
      ${await receiptSection(visit)}`,
  }
}

/** POST /wallet: keeps a key in the browser, forgets it, names its notice address, or verifies a receipt. */
export async function keepKey(visit: Visit): Promise<PageAnswer> {
  if (visit.form['receipt'] !== undefined) return walletPage(visit)
  if (visit.form['do'] !== undefined) {
    if (visit.serviceKey === null) return { redirect: '/wallet' }
    return changeNotices(visit, visit.serviceKey, (said) => page(visit, said))
  }
  const key = (visit.form['key'] ?? '').trim()
  if (key === '') {
    visit.setCookie('fb_key', '', 0)
    return { redirect: '/wallet' }
  }
  const known = await balanceOf(visit, key)
  if (known instanceof Refusal) throw known
  visit.setCookie('fb_key', key, KEPT_S)
  return { redirect: '/wallet' }
}

const balanceOf = (visit: Visit, key: string): Promise<Balance | Refusal> =>
  visit
    .ask<Balance>('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })

function shown(balance: Balance, key: string): Html {
  const { recent, policy } = balance
  return html`<dl class="facts">
      <div>
        <dt>Balance</dt>
        <dd class="price">${dollars(balance.balance_cents)}</dd>
      </div>
      <div>
        <dt>Held by open calls</dt>
        <dd>${dollars(balance.held_cents)}</dd>
      </div>
      <div>
        <dt>Key ends in</dt>
        <dd><code>${key.slice(-4)}</code></dd>
      </div>
      <div>
        <dt>Spent</dt>
        <dd>${dollars(balance.spent_cents)}</dd>
      </div>
      <div>
        <dt>Spent today</dt>
        <dd>${dollars(balance.spent_today_cents)}</dd>
      </div>
      ${
        balance.expires_at === null
          ? ''
          : html`<div>
              <dt>Until</dt>
              <dd><small>${moment(balance.expires_at)}</small></dd>
            </div>`
      }
    </dl>
    <h2>Last charges</h2>
    ${
      recent.length === 0
        ? html`<p class="soft">None yet.</p>`
        : html`<div class="wide" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Outcome</th>
                  <th scope="col">State</th>
                  <th scope="col" class="num">Cents</th>
                  <th scope="col">Call</th>
                </tr>
              </thead>
              <tbody>
                ${recent.map(
                  (one) =>
                    html`<tr>
                      <th scope="row">${moment(one.at)}</th>
                      <td><a href="/o/${one.slug}">${one.slug}</a></td>
                      <td>${one.state}</td>
                      <td class="num">${one.charged_cents}</td>
                      <td><code>${one.call_id}</code></td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
    <h2>Policy</h2>
    <dl class="pairs">
      ${Object.entries(policy).map(
        ([name, value]) =>
          html`<dt>${name.replaceAll('_', ' ')}</dt>
            <dd>${value === null ? 'no limit' : JSON.stringify(value)}</dd>`,
      )}
    </dl>`
}
