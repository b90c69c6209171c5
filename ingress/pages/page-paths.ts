/** First segments of the paths that only pages have. */
const PAGES: ReadonlySet<string> = new Set([
  '',
  'index.md',
  'assets',
  'o',
  'docs',
  'docs.md',
  'status',
  'status.md',
  'sitemap.xml',
])

/** Whether a page answers at a path. */
export const isPagePath = (path: string): boolean => PAGES.has(firstSegment(path))

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return end === -1 ? path.slice(1) : path.slice(1, end)
}
