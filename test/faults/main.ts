import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readFaultRows } from '../suite/fault-rows.ts'
import { clearResults, readResults } from '../suite/results.ts'
import { runVitest } from '../suite/run-vitest.ts'
import { unshownRows } from '../suite/unshown-rows.ts'

/**
 * `npm run test:faults`: every test file that `docs/faults.md` names, then all of `test/faults`, which take minutes. It
 * fails when one of them fails, and when a test that a row names did not run. At its end it prints what they measured: the
 * longest pause of an ingress under hostile bodies, and how long other callers waited while each attack ran
 * (`test/support/measure/report-measured.ts`).
 */
const rows = readFaultRows()
const named = [...new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)))]
/** What no row names, and has more cases here than in `npm test`. */
const inParts = ['shared/engines/destructive/assess.test.ts', 'shared/engines/json/validate.test.ts']
const quick = [...named.filter((file) => !/^test\/(?:faults|start)\//.test(file)), ...inParts]
const starts = named.filter((file) => file.startsWith('test/start/'))

const folder = mkdtempSync(join(tmpdir(), 'farebox-faults-'))
const measured = join(folder, 'measured')
writeFileSync(measured, '')
process.env['FAULTS_MEASURED'] = measured
// Long tests have one queue (`QUEUES_IN_TURN`) and a part of their cases (`inTurn`) in `npm test`, and all of both here.
process.env['EVERY_CASE'] = '1'

clearResults()
// vitest names each file as it ends; this says how many parts there are, and that minutes may pass between two files.
const part = (nth: number, what: string) => process.stderr.write(`faults: ${nth} of 3, ${what}\n`)
part(1, `${quick.length} files that npm test runs too`)
const codes = [await runVitest('--project', 'unit', '--project', 'flow', ...quick)]
part(2, `${starts.length} files that start the product`)
codes.push(await runVitest('--project', 'start', ...starts))
part(3, 'test/faults, which takes most of the time')
codes.push(await runVitest('--project', 'faults', 'test/faults'))
const unshown = unshownRows(rows, readResults())
for (const line of unshown) console.error(`docs/faults.md claims what no test showed: ${line}`)
console.log(`\nMeasured on this machine:\n${readFileSync(measured, 'utf8')}`)
rmSync(folder, { recursive: true })
process.exit(codes.every((code) => code === 0) && unshown.length === 0 ? 0 : 1)
