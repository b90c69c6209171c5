import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const options = z.object({
  trim: z.boolean().default(true),
  drop_empty_rows: z.boolean().default(true),
  drop_duplicate_rows: z.boolean().default(false),
  normalize_headers: z.enum(['snake', 'keep']).default('snake'),
  null_tokens: z.array(z.string().max(100)).max(100).default(['', 'NA', 'N/A', 'null', '-']).describe('any case'),
  date_order: z.enum(['auto', 'dmy', 'mdy', 'ymd']).default('auto'),
  decimal: z.enum(['auto', '.', ',']).default('auto'),
  guard_formulas: z.boolean().default(true).describe('an apostrophe before what a spreadsheet would run, in csv only'),
})

export const csvClean = defineOutcome({
  slug: 'csv-clean',
  title: 'CSV clean',
  description:
    'Detects delimiter, quotes, header and charset, repairs ragged rows and unclosed quotes, types columns without ever ' +
    'guessing (ambiguous dates and numbers stay text), guards against formula injection, and returns clean RFC 4180 CSV or ' +
    'JSON rows with a report of every change.',
  cents: 2,
  maxBodyBytes: 8 * 1024 * 1024,
  isolation: 'thread',
  types: { takes: { csv: 'csv', output: 'csv-output' }, gives: { csv: 'csv', rows: 'json' } },
  input: () =>
    z.object({
      csv: z.string().min(1).max(5_000_000).describe('CSV text (or base64 with encoding)'),
      encoding: z.enum(['utf8', 'base64']).default('utf8').describe('base64 lets the tool detect the charset'),
      delimiter: z.string().max(10).default('auto').describe('auto or one character'),
      has_header: z.enum(['auto', 'yes', 'no']).default('auto').describe('header detection'),
      options: options.prefault({}),
      output: z.enum(['csv', 'json', 'both']).default('csv').describe('result format'),
    }),
  output: () =>
    z.object({
      csv: z
        .string()
        .nullable()
        .describe('RFC 4180 with commas and \\n, quoted only when needed; null when output is json'),
      rows: z
        .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
        .nullable()
        .describe('when output is json or both'),
      columns: z.array(
        z.object({
          name: z.string(),
          original_name: z.string().nullable(),
          type: z.enum(['integer', 'number', 'boolean', 'date', 'datetime', 'string', 'empty']),
          nulls: z.int(),
          distinct: z.int(),
          min: z.union([z.string(), z.number()]).nullable().describe('of numbers and dates'),
          max: z.union([z.string(), z.number()]).nullable(),
          examples: z.array(z.string()),
          ambiguous: z.boolean().describe('could be read two ways, so it was left as text'),
        }),
      ),
      dialect: z.object({
        delimiter: z.string(),
        quote: z.string(),
        encoding: z.string(),
        line_ending: z.enum(['lf', 'crlf', 'cr', 'mixed', 'none']),
        header_row: z.boolean(),
      }),
      report: z.object({
        rows_in: z.int().describe('without the header'),
        rows_out: z.int(),
        dropped_empty: z.int(),
        dropped_duplicate: z.int(),
        repaired_rows: z.int(),
        trimmed_cells: z.int(),
        nulled_cells: z.int(),
        converted_cells: z.int(),
        change_count: z.int().describe('before the cut to 500'),
        issue_count: z.int().describe('before the cut to 500'),
      }),
      changes: z
        .array(
          z.object({
            row: z.int(),
            column: z.string(),
            from: z.string(),
            to: z.string().nullable(),
            code: z.string(),
          }),
        )
        .describe('the first 500; rows are counted in the input, from 1 with the header'),
      issues: z.array(
        z.object({ row: z.int().nullable(), column: z.string().nullable(), code: z.string(), detail: z.string() }),
      ),
    }),
  example: exampleFrom(example),
  check({ csv, encoding, delimiter }) {
    if (delimiter !== 'auto' && !/^[^"'\r\n]$/.test(delimiter))
      throw invalidFields({
        path: ['delimiter'],
        msg: 'Value error, send auto or one character that is no quote',
        input: delimiter.slice(0, 20),
      })
    if (encoding === 'base64' && !isBase64(csv))
      throw invalidFields({ path: ['csv'], msg: 'Value error, csv is not strict base64', input: csv.slice(0, 80) })
  },
  async run({ csv, encoding, delimiter, has_header: hasHeader, options, output }) {
    const { cleanCsv } = await import('./clean-csv.ts')
    return cleanCsv({
      csv,
      encoding,
      delimiter: delimiter === 'auto' ? null : delimiter,
      hasHeader,
      options: {
        trim: options.trim,
        dropEmptyRows: options.drop_empty_rows,
        dropDuplicateRows: options.drop_duplicate_rows,
        normalizeHeaders: options.normalize_headers,
        nullTokens: options.null_tokens,
        dateOrder: options.date_order,
        decimal: options.decimal,
        guardFormulas: options.guard_formulas,
      },
      output,
    })
  },
})

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
