import { installationOf } from '#shared/outcomes/availability.ts'

import { entryFor } from '../call/find.ts'
import type { IngressDeps } from '../deps.ts'
import type { Reply, RouteRequest } from '../http/route.ts'
import { VARY } from '../http/security-headers.ts'
import { wantsPage } from '../http/wants-page.ts'
import { describeOutcome } from './descriptor.ts'
import { callCommand } from './first-call.ts'
import type { KeptDocuments } from './kept-documents.ts'
import { JSON_TYPE } from './live-document.ts'
import { sendDocument } from './text-document.ts'
import { paymentWarningsOf, waysToPay } from './ways-to-pay.ts'

/**
 * Returns a function that answers GET on an outcome or bundle: what it is, its price, schema and sample, and how to pay.
 * Browsers are sent to its page. Nothing is run. Throws 404 with the nearest slug for an unknown one.
 */
export function outcomeAbouts(
  { config, forSale }: Pick<IngressDeps, 'config' | 'forSale'>,
  kept: KeptDocuments,
): (request: Pick<RouteRequest, 'header'>, slug: string) => Promise<Reply> {
  const { publicBaseUrl: baseUrl } = config
  return async (request, slug) => {
    const entry = entryFor(forSale, slug)
    const headers = { Vary: `${VARY}, Accept` }
    if (config.PAGES && wantsPage(request.header('accept'))) {
      return { status: 303, headers: { ...headers, Location: `/o/${entry.outcome.slug}` }, body: '' }
    }
    const write = () => {
      const about = { ...describeOutcome(entry, baseUrl, installationOf(config)), command: callCommand(baseUrl, entry) }
      return JSON.stringify(answerOf(about, config))
    }
    return sendDocument(request, await kept.read(`about ${slug}`, JSON_TYPE, write), headers)
  }
}

/** What GET on an outcome says. */
type OutcomeAbout = ReturnType<typeof describeOutcome> & { command: string }

const answerOf = ({ slug, ...about }: OutcomeAbout, config: IngressDeps['config']) => ({
  ok: true,
  slug,
  ...about,
  payment: waysToPay(config),
  warnings: paymentWarningsOf(config),
  pay_probe_url: `${config.publicBaseUrl}/api/v1/outcomes/pay-probe/${slug}`,
})
