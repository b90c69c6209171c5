import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { csvClean } from './outcome.ts'

const run = async (csv: string) =>
  (await csvClean.run(csvClean.input.parse({ csv, output: 'both' }), fakeContext())) as {
    rows: Record<string, unknown>[]
    dialect: { header_row: boolean }
    csv: string
  }

describe('csv-clean: part numbers with an E stay as they are', () => {
  test.each(['12E4', '7e10', '300E2', '1E1', '99e9', '45E12'])('%s', async (part) => {
    const answer = await run(`part,qty\n${part},1\n18E5,2\n`)
    expect(answer.rows[0]?.['part']).toBe(part)
  })
  test.each(['1.5e3', '2.0E10', '-3.1e2'])('but %s is a number', async (value) => {
    expect(typeof (await run(`reading\n${value}\n4.5e1\n`)).rows[0]?.['reading']).toBe('number')
  })
})

describe('csv-clean: codes that look like numbers stay as they are, whatever stands beside them', () => {
  test.each([
    ['5E5', '6E6'],
    ['0E7', 'A12'],
    ['123e45', '678e90'],
    ['8E08', '9E09'],
    ['10E10', '20E20'],
    ['1e100', '2e200'],
    ['4E0', '4E1'],
    ['77E7', '1200'],
    ['00012', '00013'],
    ['3e3', 'n/a'],
  ])('%s beside %s', async (code, other) => {
    expect((await run(`sku,qty\n${code},1\n${other},2\n${code},3\n`)).rows[0]?.['sku']).toBe(code)
  })
})

describe('csv-clean: one odd value in a short column does not take the header away', () => {
  test.each([
    'alpha,beta\nx,1\ny,2\nz,n/k\n',
    'one,two\n5,x\nunknown,y\n6,z\n',
    'aa,bb,cc\n1,2,x\n3,oops,y\n',
    'foo,bar\n2026-01-01,x\nsoon,y\n',
    'left,right\ntrue,4\nfalse,open\n',
    'height,colour\n180,red\n175,blue\ntall,green\n',
    'day,sum\n1,10\n2,-\n3,30\n',
    'from,to\n08:00,x\nlater,y\n10:00,z\n',
    'price,item\n$5,pen\nfree,cup\n',
    'share,who\n12%,a\n?,b\n40%,c\n',
  ])('%j', async (csv) => {
    expect((await run(csv)).dialect.header_row).toBe(true)
  })
  test('and words over words are still no header', async () => {
    expect((await run('red,tall\nblue,short\ngreen,tall\n')).dialect.header_row).toBe(false)
  })
})

describe('csv-clean: full-width signs of formulas are guarded', () => {
  test.each([
    '＝HYPERLINK(A1)',
    '＝cmd',
    '＠now()',
    '＋44 cells',
    '－A1',
    '＝＝1',
    '＝1+1',
    '＠SUM(A1)',
    '＋cmd',
    '－2+3',
    '=1',
    '@x',
  ])('%s', async (cell) => {
    const answer = await run(`name,note\nann,"${cell}"\nbob,fine\n`)
    expect(answer.csv).toContain(`ann,'${cell}`)
  })
})
