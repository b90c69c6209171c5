import { appendFileSync } from 'node:fs'

/**
 * Prints one line of what a test of test/faults measured. `npm run test:faults` gathers them (FAULTS_MEASURED names its
 * file) and prints them all again at its end.
 */
export function reportMeasured(line: string): void {
  process.stdout.write(`measured: ${line}\n`)
  const file = process.env['FAULTS_MEASURED']
  if (file !== undefined) appendFileSync(file, `${line}\n`)
}
