/** What a repair does to the content: nothing, rebuild its structure, or drop or guess some of it. */
export type Effect = 'lossless' | 'structural' | 'lossy'

/** Every kind of repair, and what it does unless the place says otherwise. */
const EFFECTS = {
  bom: 'lossless',
  stripped_fence: 'lossless',
  extracted_from_prose: 'lossless',
  stripped_call: 'lossless',
  ndjson_to_array: 'lossless',
  quoted_key: 'lossless',
  single_quotes: 'lossless',
  backtick_quotes: 'lossless',
  smart_quotes: 'lossless',
  escaped_quotes: 'lossless',
  doubled_quotes: 'lossless',
  string_prefix: 'lossless',
  concatenated_string: 'lossless',
  trailing_comma: 'lossless',
  extra_comma: 'lossless',
  missing_comma: 'lossless',
  missing_colon: 'lossless',
  python_literal: 'lossless',
  undefined_to_null: 'lossless',
  comment: 'lossless',
  special_whitespace: 'lossless',
  escaped_control: 'lossless',
  invalid_escape: 'lossless',
  number_format: 'lossless',
  big_number: 'lossless',
  tuple_to_array: 'lossless',
  set_to_array: 'lossless',
  closed_bracket: 'structural',
  closed_string: 'structural',
  opened_string: 'structural',
  removed_bracket: 'structural',
  replaced_bracket: 'structural',
  escaped_inner_quote: 'structural',
  quoted_value: 'structural',
  truncated_tail: 'structural',
  missing_value: 'lossy',
  nan_to_null: 'lossy',
  ellipsis: 'lossy',
  duplicate_key: 'lossy',
  dropped_text: 'lossy',
} as const satisfies Record<string, Effect>

export type RepairCode = keyof typeof EFFECTS

/** One change: `at` is the UTF-16 offset in the text as it was sent. */
export type Repair = { code: RepairCode; at: number; detail: string; effect: Effect }

/** A number whose digits are kept as a string. */
export const bigNumber = (digits: string): Omit<Repair, 'at'> => ({
  code: 'big_number',
  detail: `kept the digits as a string: a double would turn them into ${Number(digits)}`,
  effect: 'lossless',
})

/** The changes of one attempt, which can be taken back to an earlier mark. */
export class RepairLog {
  #repairs: Repair[] = []

  add(code: RepairCode, at: number, detail: string, effect: Effect = EFFECTS[code]): void {
    this.#repairs.push({ code, at, detail, effect })
  }

  get mark(): number {
    return this.#repairs.length
  }

  rollback(mark: number): void {
    this.#repairs.length = mark
  }

  get repairs(): readonly Repair[] {
    return this.#repairs
  }
}
