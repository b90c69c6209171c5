export const pageKinds = [
  'home',
  'about',
  'team',
  'careers',
  'pricing',
  'contact',
  'legal',
  'press',
  'blog',
  'customers',
  'product',
  'integrations',
  'security',
  'changelog',
  'docs',
] as const
export type PageKind = (typeof pageKinds)[number]

/** How links tell what a page is about: by its path, then by the words of the link. First match counts. */
export const pageKindRules: readonly { kind: PageKind; path: RegExp; text: RegExp; guesses: readonly string[] }[] = [
  {
    kind: 'team',
    path: /\/(?:our-)?(?:team|leadership|people|management|founders|board|staff|about\/(?:team|leadership|people)|who-we-are|unternehmen\/team|equipe)(?:\/|\.\w+|$)/i,
    text: /^(?:our |the |meet the |executive |leadership )?(?:team|leadership|people|management|founders|board of directors)\b|geschäftsführung|équipe/i,
    guesses: ['/team'],
  },
  {
    kind: 'careers',
    path: /\/(?:careers?|jobs?|join(?:-us)?|work-with-us|hiring|open-(?:positions|roles)|vacancies|karriere|stellen(?:angebote)?|emploi|recrutement)(?:\/|\.\w+|$)/i,
    text: /^(?:careers?|jobs|join us|join our team|we.re hiring|work with us|open (?:positions|roles)|vacancies|karriere|stellenangebote)\b/i,
    guesses: ['/careers', '/jobs'],
  },
  {
    kind: 'pricing',
    path: /\/(?:pricing|plans|plans-and-pricing|price|prices|preise|tarifs|subscribe)(?:\/|\.\w+|$)/i,
    text: /^(?:pricing|plans|prices|plans (?:&|and) pricing|preise|tarifs)\b/i,
    guesses: ['/pricing'],
  },
  {
    kind: 'security',
    path: /\/(?:security|trust|trust-center|compliance)(?:\/|\.\w+|$)/i,
    text: /^(?:security|trust(?: cent(?:er|re))?|compliance)\b/i,
    guesses: ['/security'],
  },
  {
    kind: 'legal',
    path: /\/(?:imprint|impressum|legal(?:-notice)?|mentions-legales|terms[\w-]*|privacy[\w-]*|datenschutz|agb|tos)(?:\/|\.\w+|$)/i,
    text: /^(?:imprint|impressum|legal(?: notice)?|terms\b|privacy\b|datenschutz)/i,
    guesses: ['/impressum'],
  },
  {
    kind: 'contact',
    path: /\/(?:contact(?:-us)?|kontakt|get-in-touch|contacto)(?:\/|\.\w+|$)/i,
    text: /^(?:contact|kontakt|get in touch)/i,
    guesses: ['/contact'],
  },
  {
    kind: 'press',
    path: /\/(?:press(?:-releases?|room)?|newsroom|news|media|presse|aktuelles)(?:\/|\.\w+|$)/i,
    text: /^(?:press|newsroom|news|in the news|presse)\b/i,
    guesses: ['/press'],
  },
  {
    kind: 'changelog',
    path: /\/(?:changelog|release-notes|releases|whats-new|updates)(?:\/|\.\w+|$)/i,
    text: /^(?:changelog|release notes|what.s new)\b/i,
    guesses: ['/changelog'],
  },
  {
    kind: 'blog',
    path: /\/(?:blog|articles|insights|stories|magazin)(?:\/|\.\w+|$)/i,
    text: /^(?:blog|articles|insights)\b/i,
    guesses: ['/blog'],
  },
  {
    kind: 'customers',
    path: /\/(?:customers?|case-stud(?:y|ies)|success-stories|clients|testimonials|referenzen)(?:\/|\.\w+|$)/i,
    text: /^(?:customers|case studies|customer stories|success stories|clients)\b/i,
    guesses: ['/customers'],
  },
  {
    kind: 'integrations',
    path: /\/(?:integrations?|apps|marketplace|partners)(?:\/|\.\w+|$)/i,
    text: /^(?:integrations|apps|marketplace|partners)\b/i,
    guesses: ['/integrations'],
  },
  {
    kind: 'docs',
    path: /\/(?:docs?|documentation|developers?|api|help|support|knowledge-base)(?:\/|\.\w+|$)/i,
    text: /^(?:docs|documentation|developers|api reference|help cent(?:er|re))\b/i,
    guesses: ['/docs'],
  },
  {
    kind: 'product',
    path: /\/(?:products?|features|platform|solutions?|services?|how-it-works|leistungen|produkte)(?:\/|\.\w+|$)/i,
    text: /^(?:products?|features|platform|solutions|services|how it works)\b/i,
    guesses: ['/features'],
  },
  {
    kind: 'about',
    path: /\/(?:about(?:-us)?|company|who-we-are|our-story|mission|ueber-uns|uber-uns|a-propos|unternehmen)(?:\/|\.\w+|$)/i,
    text: /^(?:about|about us|company|our story|who we are|über uns)\b/i,
    guesses: ['/about'],
  },
]

/** Hosts below the company's domain that are a page of theirs. */
export const HOST_KINDS: Readonly<Record<string, PageKind>> = {
  careers: 'careers',
  jobs: 'careers',
  karriere: 'careers',
  blog: 'blog',
  docs: 'docs',
  developers: 'docs',
  developer: 'docs',
  help: 'docs',
  trust: 'security',
  security: 'security',
  press: 'press',
  newsroom: 'press',
}

/** Words and hosts of pages that stand where a company's site would: the name is for sale, or nobody uses it. */
export const PARKED_TEXT =
  /\b(?:this (?:web)?(?:site|domain)(?: name)? (?:is|may be) (?:for sale|parked)|(?:buy|purchase|own) this domain|domain (?:is )?(?:for sale|parked)|is parked (?:free|by)|parked domain|related searches.{0,40}privacy policy|diese domain (?:steht zum verkauf|ist zu verkaufen)|future home of something quite cool|website coming soon|default web page|domain has expired)\b/i
export const PARKED_HOSTS =
  /(?:sedoparking|parkingcrew|bodis|above\.com|dan\.com|afternic|hugedomains|parklogic|undeveloped|uniregistry|cashparking|smartname|domainmarket|sav\.com\/park)/i
