import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A test that shows a row: its file and its title. In the title `…` stands for any text. */
export type Evidence = { file: string; title: string }

/** A row of `docs/faults.md`: the tests that show it, and what else its lines say of it. */
export type FaultRow = { id: string; tests: Evidence[]; others: string[] }

const TEST_LINE = /^`([\w/.-]+\.test\.ts)` › (.+)$/

export function readFaultRows(): FaultRow[] {
  return parseFaultRows(readFileSync(resolve(import.meta.dirname, '../../docs/faults.md'), 'utf8'))
}

/** Reads the rows of the document: `- **K1** what` and, indented under it, one line for each test that shows it. */
export function parseFaultRows(text: string): FaultRow[] {
  return text
    .split(/^(?=- \*\*)/m)
    .filter((part) => part.startsWith('- **'))
    .map((part) => {
      const lines = [...part.matchAll(/^ {2}- (.+)$/gm)].map(([, line = '']) => line)
      return {
        id: /^- \*\*([A-Z]\d+)\*\* \S/.exec(part)?.[1] ?? part.slice(0, 40),
        tests: lines.flatMap((line): Evidence[] => {
          const [, file, title] = TEST_LINE.exec(line) ?? []
          return file === undefined || title === undefined ? [] : [{ file, title }]
        }),
        others: lines.filter((line) => !TEST_LINE.test(line)),
      }
    })
}
