import { definePack } from '../pack.ts'
import { hnHeadlines } from './hn-headlines.ts'
import { newsHeadlines } from './news-headlines.ts'
import { pageMarkdown } from './page-markdown.ts'
import { researchBrief } from './research-brief.ts'
import { searchScrape } from './search-scrape.ts'
import { waybackSnapshot } from './wayback-snapshot.ts'
import { webSearch } from './web-search.ts'
import { wikipediaSummary } from './wikipedia-summary.ts'

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
