import { matchTechnologies, type SiteSigns } from './match-technologies.ts'
import { hostingOf, resolveTechnologies } from './resolve-technologies.ts'
import { RULESET } from './technologies.ts'

/** The technologies of a site by what it shows, in wire form. Never throws; linear in what it is given. */
export function fingerprint(site: SiteSigns) {
  const technologies = resolveTechnologies(matchTechnologies(site))
  const categories = [...new Set(technologies.flatMap((one) => one.categories))].toSorted()
  return {
    technologies,
    by_category: Object.fromEntries(
      categories.map((category): [string, string[]] => [
        category,
        technologies.filter((one) => one.categories.includes(category)).map(({ name }) => name),
      ]),
    ),
    hosting: hostingOf(technologies),
    count: technologies.length,
    ruleset: RULESET,
  }
}
