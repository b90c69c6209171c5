import { definePack } from '../pack.ts'
import { pageMarkdown } from './page-markdown.ts'
import { wikipediaSummary } from './wikipedia-summary.ts'

export const searchPack = definePack({
  name: 'search-pack',
  purpose: 'Reads the web and its reference works, and says where each fact is from.',
  dayPass: false,
  outcomes: [pageMarkdown, wikipediaSummary],
})
