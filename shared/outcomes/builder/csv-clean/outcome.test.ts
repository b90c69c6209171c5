import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { cleanCsv } from './clean-csv.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { csvClean } from './outcome.ts'

type Answer = ReturnType<typeof cleanCsv>

// Safe: the outcome answers with what the engine made.
const run = async (input: Record<string, unknown>) => (await csvClean.run(input, fakeContext())) as Answer
const codes = ({ issues }: Answer) => issues.map(({ code }) => code)

describe('csv-clean: reading', () => {
  test('finds semicolons and writes commas', async () => {
    expect(await run({ csv: 'a;b\n1;2\n' })).toMatchObject({ dialect: { delimiter: ';' }, csv: 'a,b\n1,2\n' })
  })

  test.each([
    ['a\tb\n1\t2\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['key:value\nhost:1\n', ':'],
    ['price;weight\n1,5;2,5\n3,5;4,5\n', ';'],
    ['at;who\n12:30:00;ann\n13:40:00;bo\n', ';'],
    ['name;n\n"Doe; Jane";1\nSmith, John;2\n', ';'],
    ['name,n\n"a;b;c",1\n"d;e;f",2\n', ','],
    ['one\ntwo\n', ','],
  ])('reads the delimiter of %j as %j', async (csv, delimiter) => {
    expect((await run({ csv })).dialect.delimiter).toBe(delimiter)
  })

  test('a colon in a time parts no cells', async () => {
    const csv = 't\n10:30\n11:45\n'
    expect(await run({ csv, has_header: 'yes' })).toMatchObject({ csv })
    expect(await run({ csv: '10:30\n11:45\n' })).toMatchObject({ csv: expect.stringContaining('10:30\n11:45\n') })
  })

  test.each([
    ['sep=;\na;b\n1,5;2\n', ';'],
    ['sep=|\r\na|b\r\n1,5|2\r\n', '|'],
  ])('the line with which Excel names the delimiter is no row: %j', async (csv, delimiter) => {
    expect(await run({ csv })).toMatchObject({
      csv: 'a,b\n1.5,2\n',
      dialect: { delimiter },
      report: { rows_in: 1 },
      changes: expect.arrayContaining([expect.objectContaining({ row: 1, code: 'separator_line_dropped' })]),
    })
  })

  test('takes the delimiter it is told, and single quotes where nothing else quotes', async () => {
    expect(await run({ csv: "id+name\n1+'a+b'\n2+'it''s'\n", delimiter: '+' })).toMatchObject({
      csv: "id,name\n1,a+b\n2,it's\n",
      dialect: { quote: "'" },
    })
  })

  test('keeps line ends, doubled and stray quotes inside cells, and spaces around quotes out of them', async () => {
    const answer = await run({ csv: 'id,t\r\n1,"two\r\nlines"\r\n2, "say ""hi""" \r\n3,5" pipe\r\n', output: 'json' })
    expect(answer.rows).toEqual([
      { id: 1, t: 'two\r\nlines' },
      { id: 2, t: 'say "hi"' },
      { id: 3, t: '5" pipe' },
    ])
    expect(answer.dialect.line_ending).toBe('crlf')
    expect(answer.issues).toEqual([])
  })

  test('an unclosed quote costs one cell, not the rest of the file', async () => {
    const answer = await run({ csv: 'a,b\n"x,1\n' })
    expect(codes(answer)).toContain('unclosed_quote')
    expect(answer.csv).toBe('a,b\nx,1\n')
    const later = await run({ csv: 'id,name\n1,"Ann\n2,"Bo"\n3,Cy\n', output: 'json' })
    expect(later.rows).toEqual([
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bo' },
      { id: 3, name: 'Cy' },
    ])
    expect(later.report.repaired_rows).toBe(1)
  })

  test('detects windows-1252 and UTF-16 in base64, and drops a byte order mark', async () => {
    const text = 'città,prezzo\nPerché,1\nCosì,2\nPiù università è così,3\n'
    const latin = Buffer.from(text, 'latin1').toString('base64')
    expect((await run({ csv: latin, encoding: 'base64' })).csv).toBe(text)
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from(text, 'utf16le')]) {
      const answer = await run({ csv: bytes.toString('base64'), encoding: 'base64' })
      expect(answer).toMatchObject({ csv: text, dialect: { encoding: 'utf-16le' } })
    }
    expect((await run({ csv: `\uFEFF${text}` })).columns[0]?.original_name).toBe('città')
  })

  test.each([
    ['id,name\n1,Ann\n', true],
    ['1,Ann\n2,Bo\n', false],
    ['name,city\nAnn,Oslo\nBo,Rome\n', true],
    ['Ann,Oslo\nBo,Rome\n', false],
    ['a,b,c\n', false],
    ['2024,2025\n1,2\n', false],
  ])('tells whether %j has a header: %j', async (csv, header) => {
    expect((await run({ csv })).dialect.header_row).toBe(header)
  })

  test('names columns once each, in snake_case unless told to keep them', async () => {
    const csv = 'User ID,userId,,Größe (cm),__proto__\n1,2,3,4,5\n'
    const answer = await run({ csv, has_header: 'yes', output: 'json' })
    expect(answer.rows).toEqual([{ user_id: 1, user_id_2: 2, column_3: 3, größe_cm: 4, proto: 5 }])
    expect(codes(answer)).toContain('duplicate_header')
    const kept = await run({ csv: 'User ID,User ID\n1,2\n', has_header: 'yes', options: { normalize_headers: 'keep' } })
    expect(kept.columns.map(({ name }) => name)).toEqual(['User ID', 'User ID_2'])
  })
})

describe('csv-clean: rows', () => {
  test('pads a short row and says so', async () => {
    const answer = await run({ csv: 'a,b\n1\n', output: 'both' })
    expect(answer).toMatchObject({ csv: 'a,b\n1,\n', rows: [{ a: 1, b: null }], report: { rows_out: 1 } })
    expect(codes(answer)).toEqual(['ragged_short'])
  })

  test('joins a long row where only one text column can hold the surplus', async () => {
    const csv = 'id,name,age\n1,Ann,30\n2,Bo,40\n3,Smith, John,50\n'
    const answer = await run({ csv, output: 'json' })
    expect(answer.rows?.[2]).toEqual({ id: 3, name: 'Smith, John', age: 50 })
    expect(answer.issues[0]).toMatchObject({ row: 4, code: 'ragged_long', column: 'name' })
  })

  test('keeps a surplus beside the row when two columns could hold it', async () => {
    const answer = await run({ csv: 'id,name,city\n1,Ann,Oslo\n2,Bo,Rome\n3,a,b,c\n', output: 'json' })
    expect(answer.rows?.[2]).toEqual({ id: 3, name: 'a', city: 'b', _extra: 'c' })
    expect(answer.rows?.[0]).toHaveProperty('_extra', null)
  })

  test('drops empty rows, double ones when asked, and counts them', async () => {
    const csv = 'id,n\n1,a\n\n,\n1,a\n2,b\n'
    expect((await run({ csv })).report).toMatchObject({ rows_in: 5, rows_out: 3, dropped_empty: 2 })
    const once = await run({ csv, options: { drop_duplicate_rows: true } })
    expect(once).toMatchObject({ csv: 'id,n\n1,a\n2,b\n', report: { dropped_duplicate: 1 } })
    expect((await run({ csv, options: { drop_empty_rows: false } })).report.rows_out).toBe(5)
  })

  test('makes null what stands for nothing, takes out control characters, trims', async () => {
    const answer = await run({ csv: 'id,n\n1, n/a\n2,-\n3,x\u0000y\n4,  z \n', output: 'json' })
    expect(answer.rows?.map((row) => row['n'])).toEqual([null, null, 'xy', 'z'])
    expect(answer.report).toMatchObject({ nulled_cells: 2, trimmed_cells: 2 })
    expect(codes(answer)).toEqual(['control_char'])
  })
})

describe('csv-clean: columns', () => {
  const typeOf = async (cells: string[], options = {}) => {
    const answer = await run({
      csv: `h\n${cells.map((cell) => `"${cell}"`).join('\n')}\n`,
      has_header: 'yes',
      output: 'both',
      options,
    })
    return { type: answer.columns[0]?.type, values: answer.rows?.map((row) => row['h']), answer }
  }

  test('leaves dates that could be either way round as text', async () => {
    const answer = await run({ csv: 'd\n03/04/2024\n05/06/2024\n' })
    expect(answer.columns[0]).toMatchObject({ ambiguous: true, type: 'string' })
    expect(answer.csv).toBe('d\n03/04/2024\n05/06/2024\n')
    expect(codes(answer)).toEqual(['ambiguous_date'])
  })

  test.each([
    [['03/04/2024', '13/04/2024'], {}, 'date', ['2024-04-03', '2024-04-13']],
    [['03/04/2024', '04/13/2024'], {}, 'date', ['2024-03-04', '2024-04-13']],
    [['03/04/2024', '05/06/2024'], { date_order: 'mdy' }, 'date', ['2024-03-04', '2024-05-06']],
    [['3.4.2024', '5.6.2024'], {}, 'date', ['2024-04-03', '2024-06-05']],
    [['24/03/04'], { date_order: 'ymd' }, 'date', ['2024-03-04']],
    [['2024-02-29', '2024/3/1'], {}, 'date', ['2024-02-29', '2024-03-01']],
    [['1 Feb 2024', 'March 5, 2024'], {}, 'date', ['2024-02-01', '2024-03-05']],
    [
      ['2024-01-01 9:05 pm', '2024-01-02T10:00:00+0200'],
      {},
      'datetime',
      ['2024-01-01T21:05:00', '2024-01-02T10:00:00+02:00'],
    ],
    [['13/04/2024', '04/13/2024'], {}, 'string', ['13/04/2024', '04/13/2024']],
    [['31/02/2024', '13/04/2024'], {}, 'string', ['31/02/2024', '13/04/2024']],
    [['1', '-22'], {}, 'integer', [1, -22]],
    [['1.50', '.5', '1e3'], {}, 'number', [1.5, 0.5, 1000]],
    [['1,234.50', '2,000.00'], {}, 'number', [1234.5, 2000]],
    [['1.234,50', '7,5'], {}, 'number', [1234.5, 7.5]],
    [['1,234', '5,678'], {}, 'string', ['1,234', '5,678']],
    [['1,234', '5,678'], { decimal: '.' }, 'integer', [1234, 5678]],
    [['1,5', '1.5'], {}, 'string', ['1,5', '1.5']],
    [['007', '12'], {}, 'string', ['007', '12']],
    [['+4712345', '4712346'], {}, 'string', ['+4712345', '4712346']],
    [['1234567890123456', '1'], {}, 'string', ['1234567890123456', '1']],
    [['yes', 'No', 'TRUE'], {}, 'boolean', [true, false, true]],
    [['N', 'N'], {}, 'string', ['N', 'N']],
    [['', 'NA'], {}, 'empty', [null]],
  ])('types %j with %j as %s', async (cells, options, type, values) => {
    const read = await typeOf(cells, options)
    expect({ type: read.type, values: read.values }).toEqual({ type, values })
  })

  test('says of a number that could be grouped or broken that it is ambiguous', async () => {
    const { answer } = await typeOf(['1,234', '5,678'])
    expect(answer.columns[0]?.ambiguous).toBe(true)
    expect(codes(answer)).toEqual(['ambiguous_number'])
  })

  test('types a column at 95 percent and reports the rest, never nulling it', async () => {
    const { type, values, answer } = await typeOf([...Array.from({ length: 19 }, (_, at) => String(at + 1)), 'many'])
    expect(type).toBe('integer')
    expect(values?.at(-1)).toBe('many')
    expect(answer.issues).toEqual([expect.objectContaining({ row: 21, code: 'mixed_type' })])
    expect(answer.columns[0]).toMatchObject({ min: 1, max: 19, distinct: 20 })
    expect((await typeOf(['1', '2', '3', 'x'])).answer.issues).toEqual([
      expect.objectContaining({ row: null, code: 'mixed_type' }),
    ])
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1-555', "'+1-555"],
    ['-2+3', "'-2+3"],
    ['-2', '-2'],
    ['+4712345', '+4712345'],
  ])('writes %j as %j', async (cell, written) => {
    const answer = await run({ csv: `id,note\n1,${cell}\n2,plain\n` })
    expect(answer.csv).toBe(`id,note\n1,${written}\n2,plain\n`)
    expect(codes(answer).includes('formula_injection')).toBe(cell !== written)
  })

  test('guards no formula when told not to, and never in JSON', async () => {
    const csv = 'id,note\n1,=A1\n2,x\n'
    expect((await run({ csv, options: { guard_formulas: false } })).csv).toBe(csv)
    expect((await run({ csv, output: 'both' })).rows?.[0]).toEqual({ id: 1, note: '=A1' })
  })
})

describe('csv-clean: strange input', () => {
  test.each([
    [{ csv: 'a', delimiter: ';;' }],
    [{ csv: 'a', delimiter: '"' }],
    [{ csv: 'a', delimiter: '😀' }],
    [{ csv: 'not base64!', encoding: 'base64' }],
  ])('refuses %j before any charge', (input) => {
    const parsed = csvClean.input.parse(input)
    expect(() => csvClean.check?.(parsed)).toThrow(Refusal)
  })

  test.each(['\n', ' ', ',', '"', '""', '\r\n\r\n', ',,,\n,,,', '"""', '\uFEFF'])('answers for %j', async (csv) => {
    expect((await run({ csv, output: 'both' })).rows).toBeInstanceOf(Array)
  })

  test('refuses a table that padding would blow up', async () => {
    await expect(
      run({ csv: `${'a,'.repeat(5_000)}b\n${'1\n'.repeat(20_000)}`, delimiter: ',', has_header: 'yes' }),
    ).rejects.toThrow(Refusal)
    await expect(run({ csv: 'a,'.repeat(20_000), delimiter: ',' })).rejects.toThrow('at most 10000')
  })

  test('reads openings that are never closed in one pass', async () => {
    for (const line of ['"a\n', '""x,"y\n', '"",\n', '""x,', 'a,"b\n"c"d,'])
      expect(
        await run({ csv: line.repeat(Math.ceil(150_000 / line.length)), output: 'csv', delimiter: ',' }).catch(
          (error: unknown) => error,
        ),
      ).toBeDefined()
  })

  test('what it writes, it reads again without a change', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'B', '1', '.', ',', ';', '"', '\n', '\r', ' ', '-', '=', '/', 'é'),
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (table) => {
          const csv = table.map((row) => row.join(',')).join('\n') || ' '
          const options = { normalize_headers: 'keep', null_tokens: [''], drop_empty_rows: false }
          const first = await run({ csv, has_header: 'no', options })
          const text = first.csv ?? ''
          if (text === '') return
          const again = await run({ csv: text, delimiter: ',', has_header: 'yes', options })
          expect(again.csv).toBe(text)
          expect(again.report.repaired_rows).toBe(0)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('answers whatever it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
        fc.constantFrom('csv', 'json', 'both'),
        async (csv, output) => {
          const { report } = await run({ csv, output })
          expect(report.rows_out).toBeLessThanOrEqual(report.rows_in)
        },
      ),
      { numRuns: 80 },
    )
  })
})
