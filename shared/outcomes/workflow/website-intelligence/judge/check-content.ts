import type { SiteFacts } from '../collect/collect-site.ts'
import { contactPointsOf, linkTo } from './contact-points.ts'
import { hit, type Hit, keepHits, pageHit, pagesOf } from './hit.ts'

const ABOUT = /about|über[- ]?uns|ueber-uns|company|team|qui-sommes|chi-siamo|quienes-somos|sobre|impressum|imprint/i
const PRIVACY = /privacy|datenschutz|confidentialit|privacidad|privacidade|gdpr|data-protection/i

/** What a visitor looks for and does not find. */
export function checkContent({ pages }: Pick<SiteFacts, 'pages'>): Hit[] {
  const read = pages.flatMap((page) =>
    page.html === null || page.status !== 200 ? [] : [{ ...page, html: page.html }],
  )
  if (read.length === 0) return []
  const thin = read.filter(({ html }) => html.words < 100)
  const looked = `on ${pagesOf(read.length)} read`
  return keepHits(
    contactPointsOf(pages).length === 0 && hit('contact_missing', `None ${looked}.`),
    linkTo(pages, PRIVACY) === null && hit('privacy_missing', `No such link ${looked}.`),
    linkTo(pages, ABOUT) === null && hit('about_missing', `No such link ${looked}.`),
    pageHit(
      'text_thin',
      thin.map(({ finalUrl, html }) => ({ url: finalUrl, detail: `${html.words} words` })),
      read.length,
    ),
  )
}
