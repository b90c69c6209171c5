import type { ShowPage } from './page.ts'

/** A page by its path, with what shows it and what takes its form. Both are loaded when they are first asked for. */
export type PageEntry = {
  path: string
  pattern: RegExp
  get: (() => Promise<ShowPage>) | undefined
  post: (() => Promise<ShowPage>) | undefined
}

/** Declares a page. `:name` in its path is one segment. */
const at = (path: string, get: PageEntry['get'], post?: PageEntry['post']): PageEntry => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]{1,200})')}/?$`),
  get,
  post,
})

/** Every page, literal paths before those with parameters. */
export const PAGE_TABLE: readonly PageEntry[] = [
  at('/', async () => (await import('./catalog/catalog-page.ts')).catalogPage),
  at(
    '/o/:slug',
    async () => (await import('./catalog/outcome-page.ts')).outcomePage,
    async () => (await import('./catalog/run-outcome.ts')).runOutcome,
  ),
  at(
    '/o/bundles/:bundle',
    async () => (await import('./catalog/outcome-page.ts')).outcomePage,
    async () => (await import('./catalog/run-outcome.ts')).runOutcome,
  ),
  at('/docs', async () => (await import('./docs/docs-page.ts')).docsIndex),
  at('/docs/api', async () => (await import('./docs/api-page.ts')).apiPage),
  at('/docs/:document', async () => (await import('./docs/docs-page.ts')).docsPage),
  at('/status', async () => (await import('./status/status-page.ts')).statusPage),
  at('/market', async () => (await import('./market/market-page.ts')).marketPage),
  at(
    '/l/:listing',
    async () => (await import('./market/listing-page.ts')).listingPage,
    async () => (await import('./market/buy-listing.ts')).buyListing,
  ),
  at('/l/:listing/bids', async () => (await import('./market/auction-box.ts')).auctionBids),
  at('/u/:seller', async () => (await import('./market/seller-page.ts')).sellerPage),
  at(
    '/signin',
    async () => (await import('./account/sign-in.ts')).signInPage,
    async () => (await import('./account/sign-in.ts')).signIn,
  ),
  at(
    '/register',
    async () => (await import('./account/sign-in.ts')).registerPage,
    async () => (await import('./account/sign-in.ts')).register,
  ),
  at('/signout', undefined, async () => (await import('./account/sign-in.ts')).signOut),
  at('/terms', async () => (await import('./account/terms-page.ts')).termsPage),
  at(
    '/account',
    async () => (await import('./account/account-page.ts')).accountPage,
    async () => (await import('./account/account-page.ts')).changeKeys,
  ),
  at(
    '/account/sign-ins',
    async () => (await import('./account/sign-ins.ts')).signInsPage,
    async () => (await import('./account/sign-ins.ts')).endSignIn,
  ),
  at(
    '/account/webhooks',
    async () => (await import('./account/webhooks-page.ts')).webhooksPage,
    async () => (await import('./account/webhooks-page.ts')).changeWebhooks,
  ),
  at(
    '/account/leave',
    async () => (await import('./account/leave-page.ts')).leavePage,
    async () => (await import('./account/leave-page.ts')).leave,
  ),
  at('/account/export.zip', async () => (await import('./account/leave-page.ts')).exportFile),
  at('/account/webhooks/:webhook', async () => (await import('./account/webhooks-page.ts')).deliveriesPage),
  at('/wallet/usage.csv', async () => (await import('./account/usage-section.ts')).usageFile),
  at(
    '/wallet',
    async () => (await import('./account/wallet-page.ts')).walletPage,
    async () => (await import('./account/wallet-page.ts')).keepKey,
  ),
  at(
    '/library',
    async () => (await import('./account/library-page.ts')).libraryPage,
    async () => (await import('./account/library-page.ts')).claimLicense,
  ),
  at('/library/:purchase/delivery', async () => (await import('./account/library-page.ts')).deliveryPage),
  at(
    '/library/:purchase',
    async () => (await import('./account/library-page.ts')).purchasePage,
    async () => (await import('./account/library-page.ts')).changePurchase,
  ),
  at('/jobs', async () => (await import('./jobs/jobs-page.ts')).jobsPage),
  at('/jobs/mine', async () => (await import('./jobs/own-jobs.ts')).ownJobs),
  at(
    '/jobs/new',
    async () => (await import('./jobs/own-jobs.ts')).newJob,
    async () => (await import('./jobs/own-jobs.ts')).postJob,
  ),
  at(
    '/jobs/:job',
    async () => (await import('./jobs/job-page.ts')).jobPage,
    async () => (await import('./jobs/job-page.ts')).changeJob,
  ),
  at(
    '/sell',
    async () => (await import('./sell/sell-page.ts')).sellPage,
    async () => (await import('./sell/sell-page.ts')).sellSomething,
  ),
  at('/og/o/:slug.png', async () => (await import('./previews/preview-pages.ts')).outcomePreview),
  at('/og/o/bundles/:bundle.png', async () => (await import('./previews/preview-pages.ts')).outcomePreview),
  at('/og/l/:listing.png', async () => (await import('./previews/preview-pages.ts')).listingPreview),
  at('/og/docs/:document.png', async () => (await import('./previews/preview-pages.ts')).documentPreview),
  at('/sitemap.xml', async () => (await import('./sitemap.ts')).sitemap),
]
