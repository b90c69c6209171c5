import type { Severity } from '#shared/engines/guard/verdict.ts'

/** An indicator against a repository at one place, in wire names. */
export type Indicator = {
  code: string
  path: string
  /** From 1; null where the file as a whole is meant. */
  line: number | null
  excerpt: string
  severity: Exclude<Severity, 'info'>
  message: string
}

/** Files that show or test bad things rather than do them. */
export const isSample = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec|specs|fixtures?|testdata|examples?|samples?|demos?|docs?|mocks?|benchmarks?)(?:\/|$)|\.(?:test|spec)\.\w+$|(?:^|\/)test_[^/]*\.py$/i.test(
    path,
  )

const MILDER: Readonly<Record<Indicator['severity'], Indicator['severity']>> = {
  critical: 'medium',
  high: 'low',
  medium: 'low',
  low: 'low',
}

/** Lowers the severity of an indicator in a sample, because installing does not run it. */
export const weighIndicator = (indicator: Indicator): Indicator =>
  isSample(indicator.path) ? { ...indicator, severity: MILDER[indicator.severity] } : indicator

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** One line of foreign text that can be shown: invisible characters as their code points, at most 160 characters. */
export const showLine = (text: string): string =>
  text
    .slice(0, 400)
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, (char) =>
      /\s/.test(char) ? ' ' : `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
    .toWellFormed()
