import { definePack } from '../pack.ts'
import { hnHeadlines } from './hn-headlines/outcome.ts'
import { newsHeadlines } from './news-headlines/outcome.ts'
import { pageMarkdown } from './page-markdown/outcome.ts'
import { researchBrief } from './research-brief/outcome.ts'
import { searchScrape } from './search-scrape/outcome.ts'
import { waybackSnapshot } from './wayback-snapshot/outcome.ts'
import { webSearch } from './web-search/outcome.ts'
import { wikipediaSummary } from './wikipedia-summary/outcome.ts'

export const searchPack = definePack({
  name: 'search-pack',
  purpose: 'Reads the web and its reference works, and says where each fact is from.',
  dayPass: false,
  outcomes: [
    webSearch,
    searchScrape,
    pageMarkdown,
    newsHeadlines,
    hnHeadlines,
    waybackSnapshot,
    wikipediaSummary,
    researchBrief,
  ],
})
