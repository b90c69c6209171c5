import { ownEndpointRoutes } from '../sellers/own-endpoints.ts'
import { publicEndpointRoutes } from '../sellers/public-endpoints.ts'
import type { IngressDeps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { accountRoutes } from './accounts.ts'
import { agentRoutes } from './agents.ts'
import { auctionRoutes } from './auctions.ts'
import { feedbackRoutes } from './feedback.ts'
import { hireByCardRoutes } from './jobs/hire-by-card.ts'
import { hireJobRoutes } from './jobs/hire-jobs.ts'
import { jobBoardRoutes } from './jobs/job-board.ts'
import { jobFileRoutes } from './jobs/job-files.ts'
import { postJobRoutes } from './jobs/post-jobs.ts'
import { proposalRoutes } from './jobs/proposals.ts'
import { workJobRoutes } from './jobs/work-jobs.ts'
import { keyRoutes } from './keys.ts'
import { leavingRoutes } from './leaving.ts'
import { licenseRoutes } from './licenses.ts'
import { listingMediaRoutes } from './listing-media.ts'
import { contentRoutes } from './listings-content.ts'
import { ingestRoutes } from './listings-ingest.ts'
import { installRoutes } from './listings-install.ts'
import { listingRoutes } from './listings.ts'
import { mailRoutes } from './mail.ts'
import { marketDeps } from './market-deps.ts'
import { mediaFileRoutes } from './media-files.ts'
import { passwordRoutes } from './passwords.ts'
import { payoutRoutes } from './payouts.ts'
import { priorityRoutes } from './priority.ts'
import { afterSaleRoutes } from './purchases/after-sale.ts'
import { auctionWinRoutes } from './purchases/auction-wins.ts'
import { buyByCardRoutes } from './purchases/buy-by-card.ts'
import { buyOnSolanaRoutes } from './purchases/buy-on-solana.ts'
import { cardWebhookRoutes } from './purchases/card-webhook.ts'
import { commerceRoutes } from './purchases/commerce.ts'
import { ownPurchaseRoutes } from './purchases/own-purchases.ts'
import { resaleRoutes } from './purchases/resale.ts'
import { sellListingRoutes } from './purchases/sell-listing.ts'
import { refundOnSolanaRoutes } from './purchases/refund-on-solana.ts'
import { solanaPayRoutes } from './purchases/solana-pay.ts'
import { wrapRoutes } from './purchases/wraps.ts'
import { reportRoutes } from './reports.ts'
import { sessionRoutes } from './sessions.ts'
import { walletRoutes } from './wallet.ts'

/** All routes of the marketplace (docs/marketplace.md). */
export function marketRoutes(deps: IngressDeps): readonly Route[] {
  const market = marketDeps(deps)
  return [
    ...accountRoutes(market),
    ...passwordRoutes(market),
    ...keyRoutes(market),
    ...sessionRoutes(market),
    ...leavingRoutes(market),
    ...mailRoutes(market),
    ...walletRoutes(market),
    ...agentRoutes(market),
    ...ingestRoutes(market),
    ...priorityRoutes(market),
    ...listingRoutes(market),
    ...contentRoutes(market),
    ...installRoutes(market),
    ...auctionRoutes(market),
    ...listingMediaRoutes({ ...deps, hashes: market.hashes }),
    ...mediaFileRoutes(deps),
    ...reportRoutes(market),
    ...sellListingRoutes(deps),
    ...commerceRoutes(deps),
    ...buyOnSolanaRoutes(market),
    ...auctionWinRoutes(market),
    ...buyByCardRoutes(market),
    ...cardWebhookRoutes(market),
    ...resaleRoutes(market),
    ...ownPurchaseRoutes(market),
    ...afterSaleRoutes(market),
    ...solanaPayRoutes(market),
    ...refundOnSolanaRoutes(market),
    ...wrapRoutes(market),
    ...feedbackRoutes(market),
    ...licenseRoutes(market),
    ...payoutRoutes(market),
    ...ownEndpointRoutes(market),
    ...publicEndpointRoutes(market),
    ...jobBoardRoutes(market),
    ...postJobRoutes({ ...market, catalog: deps.catalog }),
    ...proposalRoutes(market),
    ...hireJobRoutes(deps),
    ...hireByCardRoutes(deps),
    ...workJobRoutes(market),
    ...jobFileRoutes(market),
  ]
}
