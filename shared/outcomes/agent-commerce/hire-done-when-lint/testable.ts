export const conditionKinds = ['command', 'metric', 'artifact', 'url', 'date', 'approval', 'vague'] as const
export type ConditionKind = (typeof conditionKinds)[number]

const COMMAND =
  /`[^`\n]{2,}`|\b(?:npm|pnpm|yarn|npx|pytest|cargo|go (?:test|build|vet)|make|docker|curl|git|node|python3?|tsc|eslint|terraform|kubectl|bash|gradle|mvn|dotnet)\s+\S|\btests?\b|\b(?:build|lint(?:er)?|ci|pipeline|typecheck|script|suite|checks?)\b/i
const URL_SIGN = /https?:\/\/\S+|\b(?:endpoint|route|page at|api) \/?\w/i
const ARTIFACT =
  /(?<![\w-])[\w-]{1,100}\.(?:pdf|csv|tsv|md|txt|png|jpe?g|svg|webp|gif|mp4|mp3|wav|json|ya?ml|xml|xlsx?|docx?|pptx?|html?|css|tsx?|jsx?|py|go|rs|sol|sql|zip|psd|ai|fig|ipynb|toml)\b|\b(?:pull request|merge request|pr #?\d+|repository|spreadsheet|dataset|docker image|release|file|archive|transcript|video|report|table|column|schema|readme|changelog|screenshot)\b/i
const NUMBER = /(?:^|[^\w.])[$€£]?\d[\d.,]{0,30}\s?%?(?![\w.]{0,64}@)/
const UNIT =
  /\d\s?(?:%|ms|s|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|days?|weeks?|words?|pages?|rows?|columns?|items?|users?|px|kb|mb|gb|fps|points?|stars?|tests?|slides?|images?|videos?|questions?|entries|records|leads?|characters?|lines?)\b/i
const COMPARATOR =
  /\b(?:at least|at most|no more than|no fewer than|no less than|not more than|fewer than|less than|more than|under|below|above|over|within|exactly|equals?|between|up to|minimum|maximum|every|each|all|zero|0)\b|[<>]=?|≥|≤|=/i
const RESULT =
  /\b(?:pass(?:es|ed|ing)?|exits?|exists?|returns?|responds?|contains?|includes?|match(?:es)?|opens?|validates?|merged|succeeds?|green|prints?|renders?|resolves?|deployed|published|delivered|uploaded|loads?|compiles?|reports?|shows?|lists?|has|have|is live|reachable)\b/i
const DATE =
  /\b\d{4}-\d{2}-\d{2}\b|\b(?:by|before|until|due|on) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|end of|tomorrow|tonight)|\bwithin \d+ (?:minutes?|hours?|days?|weeks?|months?)\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/i
const APPROVAL = /\b(?:approv\w*|sign(?:s|ed)? ?-?off|accept(?:s|ed|ance)|review(?:ed)? by|confirm(?:s|ed) by)\b/i
const STATUS = /\b(?:http )?(?:status(?: code)? )?[1-5]\d\d\b/i

/** What kind of check a condition is, and whether a stranger could make it. */
export function judgeTestable(text: string): { testable: boolean; kind: ConditionKind } {
  const kind = kindOf(text)
  if (kind === 'vague') return { testable: false, kind }
  if (kind === 'date') return { testable: true, kind }
  const hasExact = COMPARATOR.test(text) || NUMBER.test(text) || RESULT.test(text) || /`[^`]+`|"[^"]+"/.test(text)
  // An approval is only as checkable as what is approved.
  if (kind === 'approval')
    return { testable: UNIT.test(text) || /checklist|criteria|rubric/i.test(text) || DATE.test(text), kind }
  return { testable: hasExact, kind }
}

/** Whether a text names a day or a span to deliver in. */
export const namesDeadline = (text: string) => DATE.test(text) || /\bdeadline\b[^.\n]{0,80}\d/i.test(text)

/** Whether a text names a form of delivery. */
export const namesFormat = (text: string) =>
  ARTIFACT.test(text) ||
  /\b(?:format|pdf|csv|markdown|json|figma|google (?:docs?|sheets?|drive|slides?)|docx?|xlsx?|pptx?|word (?:file|document)|excel|powerpoint|html?|xml|ya?ml|svg|jpe?g|webp|parquet|sqlite|zip|github|gitlab|notion|mp4|png)\b/i.test(
    text,
  )

function kindOf(text: string): ConditionKind {
  if (COMMAND.test(text) && (RESULT.test(text) || /`/.test(text))) return 'command'
  if (URL_SIGN.test(text) || (STATUS.test(text) && RESULT.test(text))) return 'url'
  if (UNIT.test(text) || (COMPARATOR.test(text) && NUMBER.test(text))) return 'metric'
  if (ARTIFACT.test(text)) return 'artifact'
  if (APPROVAL.test(text)) return 'approval'
  return DATE.test(text) ? 'date' : 'vague'
}
