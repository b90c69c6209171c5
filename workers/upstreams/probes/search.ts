import { algoliaQuestion, itemQuestion } from '#shared/outcomes/search/hn-headlines/list-stories.ts'
import { newsSources } from '#shared/engines/news/news-sources.ts'
import { bootstrapQuestion, serverFor } from '#shared/outcomes/data/rdap-whois/read-bootstrap.ts'
import { domainQuestion, redirectorQuestion } from '#shared/outcomes/data/rdap-whois/look-up-domain.ts'
import { brave, duckduckgo, marginalia, mwmbl, searxng } from '#shared/outcomes/search/web-search/search-engines.ts'
import { availableQuestion, listQuestion } from '#shared/outcomes/search/wayback-snapshot/find-snapshot.ts'

import { probe, type UpstreamProbe } from './probe.ts'

const WISH = { query: 'wikipedia', limit: 5, freshness: 'any', region: 'us', safe: true } as const
const NEWS = { query: 'europe', lang: 'en', maxAgeHours: 72 }
/** Dropbox, 2007. */
const OLD_STORY = 8_863
const NOON_2012_MS = Date.UTC(2012, 0, 1, 12)

/** Probes of the upstreams of search and registration outcomes. */
export const searchProbes: readonly UpstreamProbe[] = [
  ...[searxng, brave, duckduckgo, mwmbl, marginalia].map((engine) =>
    probe(engine(WISH), ({ hits }) =>
      hits.some(({ url }) => /^(?:https?:)?\/\//.test(url)) ? null : 'no hit with a URL',
    ),
  ),
  ...newsSources(NEWS).map((question) =>
    probe(question, (stories) =>
      stories.some(({ publishedAt }) => publishedAt !== null) ? null : 'no story with a date that can be read',
    ),
  ),
  probe(itemQuestion(OLD_STORY), (story) => (story?.by === 'dhouston' ? null : 'no story 8863 by dhouston')),
  probe(algoliaQuestion('top'), (stories) => (stories.length > 0 ? null : 'no story on the front page')),
  probe(listQuestion('example.com/'), ({ captures }) => (captures.length > 0 ? null : 'no capture of example.com')),
  probe(availableQuestion('example.com/', NOON_2012_MS), ({ captures }) =>
    captures.length > 0 ? null : 'no capture of example.com',
  ),
  probe(bootstrapQuestion(), (bootstrap) =>
    serverFor('example.com', bootstrap)?.startsWith('https:') === true ? null : 'no server of .com over https',
  ),
  probe(domainQuestion('example.com', 'https://rdap.verisign.com/com/v1'), ({ createdAt }) =>
    createdAt?.startsWith('1995') === true ? null : 'example.com was not registered in 1995',
  ),
  probe(redirectorQuestion('example.com'), (place) =>
    place?.startsWith('https:') === true ? null : 'it points nowhere',
  ),
]
