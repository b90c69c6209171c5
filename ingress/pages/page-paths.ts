/** First segments of the paths that only pages have. */
const PAGES: ReadonlySet<string> = new Set([
  '',
  'index.md',
  'assets',
  'og',
  'o',
  'docs',
  'docs.md',
  'status',
  'status.md',
  'market',
  'market.md',
  'l',
  'u',
  'signin',
  'register',
  'signout',
  'terms',
  'terms.md',
  'account',
  'wallet',
  'library',
  'sell',
  'sitemap.xml',
])

/** Whether pages alone answer at a path. */
export const isPagePath = (path: string): boolean => PAGES.has(firstSegment(path))

/** Whether a page answers at a path for browsers, and Markdown for all others. */
export const isPageForBrowsers = (path: string): boolean => firstSegment(path) === 'jobs' && !path.endsWith('.md')

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return end === -1 ? path.slice(1) : path.slice(1, end)
}
