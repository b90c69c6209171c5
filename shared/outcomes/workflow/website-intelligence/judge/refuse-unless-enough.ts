import { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'

import type { SiteFacts } from '../collect/collect-site.ts'
import { stepName } from '../collect/crawl.ts'

/** Of the six core parts so many must have succeeded for an answer to be worth its price. */
const LEAST = 3

/**
 * Refuses where too little was learned: 502 when the site does not answer, `url_not_allowed` when it leads to where
 * nobody may go. A part that another pool or a slow page kept from ending is no reason by itself.
 */
export function refuseUnlessEnough(facts: SiteFacts): void {
  const core = {
    'http-headers': facts.headers !== null,
    'redirect-resolve': facts.redirects?.completed === true,
    'page-markdown': facts.markdown !== null,
    screenshot: facts.screenshot !== null,
    pages: facts.pages.length > 0,
    files: facts.robots !== null,
  }
  const failed = Object.entries(core).filter(([, succeeded]) => !succeeded)
  if (Object.keys(core).length - failed.length >= LEAST) return
  if (facts.failures.get(stepName(facts.url)) === 'url_not_allowed') throw urlNotAllowed()
  throw new Refusal('upstream_unavailable', 'The site could not be read; nothing was charged.', {
    detail: `Fewer than ${LEAST} of 6 core parts succeeded; without an answer: ${failed.map(([part]) => part).join(', ')}.`,
    fix: { action: 'Check that the site opens, then send the call again.' },
    retryAfterS: 30,
    extra: { tried: failed.map(([part]) => ({ source: part, problem: facts.failures.get(part) ?? 'no_answer' })) },
  })
}
