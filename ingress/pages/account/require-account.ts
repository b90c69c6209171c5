import { html } from '../../http/html.ts'
import type { Page, PageAnswer, ShowPage, Visit } from '../page.ts'

/** A path of ours to go back to after signing in; anything else leads to the account. */
export const safeReturn = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[\w\-./?=&%]{0,300}$/.test(path) ? path : '/account'

/** Shows a page to who is signed in; others sign in first and come back. */
export const forAccount =
  (show: (visit: Visit) => Promise<PageAnswer>): ShowPage =>
  async (visit) => {
    if (visit.session === null) {
      return { redirect: `/signin?${new URLSearchParams({ to: safeReturn(visit.ctx.path) }).toString()}` }
    }
    const answer = await show(visit)
    return 'content' in answer ? withAccountBar(answer) : answer
  }

/** Adds the links between the pages of an account. */
const withAccountBar = (page: Page): Page => ({
  ...page,
  isPrivate: true,
  nav: '/account',
  content: html`<ul class="chips" aria-label="Account">
      ${[
        ['/account', 'Account'],
        ['/library', 'Library'],
        ['/wallet', 'Wallet'],
        ['/sell', 'Sell'],
        ['/account/webhooks', 'Webhooks'],
        ['/account/sign-ins', 'Sign-ins'],
        ['/account/leave', 'Your data'],
      ].map(([href = '', name = '']) => html`<li><a href="${href}">${name}</a></li>`)}
    </ul>
    ${page.content}`,
})
