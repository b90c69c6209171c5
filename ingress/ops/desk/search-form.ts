import { type Html, html } from '../../http/html.ts'

/** The form that searches by any id. */
export const searchForm = (id = ''): Html =>
  html`<form method="get" action="/ops/search" role="search">
    <label for="id">Request, call, key, account, purchase, listing, job, payout, wallet or transaction</label>
    <input id="id" name="id" value="${id}" maxlength="200" required />
    <button>Search</button>
  </form>`
