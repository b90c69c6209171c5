import { type RawSecret, shapedValues } from '../shaped-values.ts'

/** A known beginning of a token in quotes, and the rest of it in the next ones: `"AKIA" + "..."`, `['ghp_', '...']`. */
const split =
  /["'`]((?:AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|sk_live_|rk_live_|sk-ant-|sk-proj-|xox[abps]-|npm_|hf_|AIza|SG\.|dop_v1_|shp(?:at|ss|ca)_|pypi-|hvs\.|eyJ)[A-Za-z0-9_.-]{0,60})["'`](\s{0,4}(?:[+.,&]|\\{1,2}\s|\n)\s{0,12}["'`])([A-Za-z0-9_.-]{12,200})["'`]/g

const MOST = 2_000

/** Tokens whose parts a program puts together: neither part has the form of one. */
export function splitValues(text: string): RawSecret[] {
  const found: RawSecret[] = []
  let count = 0
  for (const { 0: whole, 1: head = '', 3: tail = '', index } of text.matchAll(split)) {
    if ((count += 1) > MOST) break
    const joined = head + tail
    const secret = shapedValues(joined, joined.toLowerCase()).find(({ start, end }) => start === 0 && end > head.length)
    if (secret !== undefined) found.push({ ...secret, start: index + 1, end: index + whole.length - 1 })
  }
  return found
}
