import { betweenMarks } from '#shared/lib/between-marks.ts'

const ZERO = String.raw`0(?:\.0+)?(?:px|em|rem|pt|%|vh|vw)?`

/** Ways of hiding text by one element's own declarations, after removing spaces and `!important`. */
const HIDING: readonly RegExp[] = [
  /(?:^|;)display:none/,
  /(?:^|;)visibility:(?:hidden|collapse)/,
  /(?:^|;)(?:left|right|top|text-indent|margin-left):-\d{3,}/,
  /(?:^|;)clip:rect\((?:0|1px)/,
  /(?:^|;)clip-path:inset\((?:[5-9]\d|100)%/,
  /(?:^|;)transform:scale\(0\)/,
  /(?:^|;)color:transparent/,
  /(?:^|;)content-visibility:hidden/,
]
const NO_FONT = new RegExp(`(?:^|;)font-size:${ZERO}(?:;|$)`)
const NO_SIZE = new RegExp(`(?:^|;)(?:max-)?(?:height|width):${ZERO}(?:;|$)`)
const OVERFLOW_HIDDEN = /(?:^|;)overflow(?:-[xy])?:(?:hidden|clip)/
const COLOR = /(?:^|;)color:([^;]+)/
const BACKGROUND = /(?:^|;)background(?:-color)?:([^;]+)/

const MAX_DECLARATION_CHARS = 4_000

/** Whether CSS declarations hide an element's text; `font` hides it only if nothing inside sets its own size. */
export function hidingBy(declarations: string): 'hidden' | 'font' | null {
  const css = withoutComments(declarations.slice(0, MAX_DECLARATION_CHARS))
    .toLowerCase()
    .replace(/!important|\s+/g, '')
  if (HIDING.some((pattern) => pattern.test(css))) return 'hidden'
  if (NO_SIZE.test(css) && OVERFLOW_HIDDEN.test(css)) return 'hidden'
  const color = COLOR.exec(css)?.[1]
  if (color !== undefined && color === BACKGROUND.exec(css)?.[1]) return 'hidden'
  return NO_FONT.test(css) ? 'font' : null
}

const MAX_CSS_CHARS = 500_000

const withoutComments = (css: string) => betweenMarks(css, '/*', '*/').outside.join('')

/**
 * The classes and ids that a page's own style sheets hide. Only rules that always hold count: simple selectors, outside
 * of media queries.
 */
export function hiddenSelectors(sheets: Iterable<string>): { classes: ReadonlySet<string>; ids: ReadonlySet<string> } {
  const classes = new Set<string>()
  const ids = new Set<string>()
  const css = withoutComments([...sheets].join('\n').slice(0, MAX_CSS_CHARS))
  for (const { selectors, declarations } of topLevelRules(css)) {
    if (hidingBy(declarations) !== 'hidden') continue
    for (const selector of selectors.split(',')) {
      const simple = /^\s*(?<kind>[.#])(?<name>[\w-]+)\s*$/.exec(selector)?.groups
      if (simple?.['name'] === undefined) continue
      if (simple['kind'] === '.') classes.add(simple['name'])
      else ids.add(simple['name'])
    }
  }
  return { classes, ids }
}

function* topLevelRules(css: string): Generator<{ selectors: string; declarations: string }> {
  let depth = 0
  let start = 0
  let open = 0
  let selectors = ''
  for (let at = 0; at < css.length; at++) {
    const char = css[at]
    if (char === '{') {
      if (depth === 0) {
        selectors = css.slice(start, at)
        open = at + 1
      }
      depth++
    } else if (char === '}' && depth > 0) {
      depth--
      if (depth > 0) continue
      start = at + 1
      if (!selectors.includes('@')) yield { selectors, declarations: css.slice(open, at) }
    }
  }
}
