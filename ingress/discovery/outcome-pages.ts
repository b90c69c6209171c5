import { installationOf } from '#shared/outcomes/availability.ts'

import { entryFor } from '../call/find.ts'
import type { IngressDeps } from '../deps.ts'
import type { Reply, RouteRequest } from '../http/route.ts'
import { VARY } from '../http/security-headers.ts'
import type { Assets } from './assets.ts'
import { describeOutcome } from './descriptor.ts'
import { callCommand } from './first-call.ts'
import type { KeptDocuments } from './kept-documents.ts'
import { JSON_TYPE } from './live-document.ts'
import { outcomePage } from './pages/outcome-page.ts'
import { PAGE_POLICY } from './pages/page-frame.ts'
import { sendDocument } from './text-document.ts'
import { paymentWarningsOf, waysToPay } from './ways-to-pay.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

/**
 * Returns a function that answers GET on an outcome or bundle: what it is, its price, schema and sample, and how to pay,
 * as JSON, or as a page for browsers. Nothing is run. Throws 404 with the nearest slug for an unknown one.
 */
export function outcomePages(
  { config, forSale }: Pick<IngressDeps, 'config' | 'forSale'>,
  assets: Assets,
  kept: KeptDocuments,
): (request: Pick<RouteRequest, 'header'>, slug: string) => Promise<Reply> {
  const { publicBaseUrl: baseUrl } = config
  return async (request, slug) => {
    const entry = entryFor(forSale, slug)
    const isPage = wantsPage(request.header('accept'))
    const write = () => {
      const about = { ...describeOutcome(entry, baseUrl, installationOf(config)), command: callCommand(baseUrl, entry) }
      return isPage ? outcomePage(about, config, assets) : JSON.stringify(answerOf(about, config))
    }
    const document = await (isPage
      ? kept.read(`page ${slug}`, HTML_TYPE, write)
      : kept.read(`about ${slug}`, JSON_TYPE, write))
    return sendDocument(request, document, {
      Vary: `${VARY}, Accept`,
      ...(isPage ? { 'Content-Security-Policy': PAGE_POLICY } : {}),
    })
  }
}

/** What GET on an outcome says. */
export type OutcomeAbout = ReturnType<typeof describeOutcome> & { command: string }

const answerOf = ({ slug, ...about }: OutcomeAbout, config: IngressDeps['config']) => ({
  ok: true,
  slug,
  ...about,
  payment: waysToPay(config),
  warnings: paymentWarningsOf(config),
  pay_probe_url: `${config.publicBaseUrl}/api/v1/outcomes/pay-probe/${slug}`,
})

/** Whether a client names HTML before JSON, as browsers do. */
export function wantsPage(accept = ''): boolean {
  const [page, json] = [accept.indexOf('text/html'), accept.indexOf('application/json')]
  return page !== -1 && (json === -1 || page < json)
}
