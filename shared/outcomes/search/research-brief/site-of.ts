import { getDomain } from 'tldts'

/** Whose site a page is: its registrable domain, or its host where it has none. */
export const siteOf = (url: string): string => getDomain(url) ?? URL.parse(url)?.hostname ?? url
